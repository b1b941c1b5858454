// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft methods: the registry, for people, or as JSON.
import { Weft, type Method, type Parameter } from 'weft-cloth';
import { Arguments } from './arguments.js';
import { BadInput } from './failures.js';

/** Runs the command. */
export async function methodsCommand(words: readonly string[]): Promise<void> {
  const given = new Arguments(words, { '--json': 'flag' });
  const methods = (await Weft.load()).methods();
  const stages = [...new Set(methods.map(({ stage }) => stage))];
  const [wanted, ...more] = given.names;
  if (more.length > 0 || (wanted && !stages.includes(wanted as never))) {
    throw new BadInput(`methods: "${given.names.join(' ')}" is not one of ${stages.join(', ')}`);
  }
  const shown = methods.filter(({ stage }) => !wanted || stage === wanted);
  console.log(given.has('--json') ? JSON.stringify(shown) : describe(shown));
}

function describe(methods: readonly Method[]): string {
  return methods
    .map((method, i) => {
      const first = methods[i - 1]?.stage !== method.stage;
      return [
        ...(first ? [`${i > 0 ? '\n' : ''}${method.stage}`] : []),
        `  ${method.name}${first ? ' (the default)' : ''}`,
        `      ${method.source}`,
        `      promises: ${method.guarantee}`,
        ...(facts(method) ? [`      ${facts(method)}`] : []),
        ...method.parameters.map((parameter) => `      ${describeParameter(method, parameter)}`),
      ].join('\n');
    })
    .join('\n');
}

function facts({ stage, clips, repaired, lab }: Method): string {
  const response = stage === 'response';
  return [
    ...(response ? [clips ? 'cuts moves' : 'cuts no moves'] : []),
    ...(response ? [repaired ? 'repairs what crosses' : 'leaves what crosses to be seen'] : []),
    ...(lab ? ['in weft-lab.wasm'] : []),
  ].join('; ');
}

function describeParameter({ stage }: Method, parameter: Parameter): string {
  const { name, unit, usual, low, high, whole, choices, names, help, lab } = parameter;
  const values = names.length > 0 ? names : choices;
  const range = values.length > 0 ? values.join(', ') : `${low} to ${high}`;
  const kind = whole && choices.length === 0 ? ', whole' : '';
  const with_ = unit ? ` ${unit}` : '';
  const first = names[(choices as readonly number[]).indexOf(usual)] ?? usual;
  const where = lab ? '; in weft-lab.wasm' : '';
  return `--set ${stage}.${name}=${first}  ${range}${with_}${kind}: ${help}${where}`;
}
