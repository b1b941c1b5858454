// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the package offers, read from its sources by the compiler as the API reference is: the public members of every
// exported class and the exported functions, each with the options that it takes.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ENTRIES = ['main.ts', 'three/index.ts', 'lab.ts'].map((name) =>
  fileURLToPath(new URL(`../../wasm_bindings/src/${name}`, import.meta.url)),
);
const SOURCES = fileURLToPath(new URL('../../wasm_bindings/src/', import.meta.url));
/** Interfaces whose properties a caller fills in. */
const OPTIONS = /Options$|^(Pin|Padding|WeftEvent|ProxyCache|Fabric)$/;

const isOurs = (symbol) =>
  symbol?.declarations?.some((each) => each.getSourceFile().fileName.startsWith(SOURCES)) ?? false;

// Options are interfaces of such a name, or literals without one.
const areOptions = (symbol) =>
  isOurs(symbol) &&
  (symbol.flags & ts.SymbolFlags.Interface
    ? OPTIONS.test(symbol.name)
    : symbol.flags & ts.SymbolFlags.TypeLiteral);

function isPublic(symbol) {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (
    isOurs(symbol) &&
    !symbol.name.startsWith('__') &&
    symbol.declarations.every((each) => !(ts.getCombinedModifierFlags(each) & hidden)) &&
    !symbol.getJsDocTags().some(({ name }) => name === 'internal')
  );
}

function kindOf({ flags }) {
  return flags & ts.SymbolFlags.Method
    ? 'verb'
    : flags & ts.SymbolFlags.Accessor
      ? 'value'
      : 'field';
}

/** The options that a type is or holds, also in a union or an array. */
function optionsOf(checker, type, found = new Set(), seen = new Set()) {
  if (!type || seen.has(type)) return found;
  seen.add(type);
  for (const part of [...(type.types ?? []), ...(checker.getTypeArguments?.(type) ?? [])]) {
    optionsOf(checker, part, found, seen);
  }
  if (areOptions(type.symbol)) {
    const isCallable = type.getCallSignatures().length > 0;
    for (const property of isCallable ? [] : checker.getPropertiesOfType(type)) {
      found.add(property.name);
      optionsOf(checker, checker.getTypeOfSymbol(property), found, seen);
    }
  }
  return found;
}

function optionsOfCall(checker, signatures) {
  const found = new Set();
  for (const signature of signatures) {
    for (const parameter of signature.getParameters()) {
      optionsOf(checker, checker.getTypeOfSymbol(parameter), found);
    }
  }
  return [...found].sort();
}

/**
 * Every public member as `{ owner, name, kind, isStatic, options }`: kind is `verb`, `value` (an accessor), `field` or
 * `new`; the owner of an exported function is ''.
 */
export function publicSurface() {
  const program = ts.createProgram(ENTRIES, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const members = [];
  const add = (owner, symbol, isStatic) => {
    const type = checker.getTypeOfSymbol(symbol);
    const options = optionsOfCall(checker, type.getCallSignatures());
    members.push({ owner, name: symbol.name, kind: kindOf(symbol), isStatic, options });
  };
  const met = new Set();
  for (const path of ENTRIES) {
    const file = checker.getSymbolAtLocation(program.getSourceFile(path));
    for (const exported of checker.getExportsOfModule(file)) {
      const symbol =
        exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (met.has(symbol)) continue;
      met.add(symbol);
      if (symbol.flags & ts.SymbolFlags.Class) {
        const made = checker.getDeclaredTypeOfSymbol(symbol);
        const maker = checker.getTypeOfSymbol(symbol);
        checker
          .getPropertiesOfType(made)
          .filter(isPublic)
          .forEach((each) => add(symbol.name, each, false));
        checker
          .getPropertiesOfType(maker)
          .filter(({ name }) => name !== 'prototype')
          .filter(isPublic)
          .forEach((each) => add(symbol.name, each, true));
        const makers = maker.getConstructSignatures().map(({ declaration }) => declaration);
        if (makers.some((each) => each && isOurs(each.symbol) && isMade(each))) {
          const options = optionsOfCall(checker, maker.getConstructSignatures());
          members.push({ owner: symbol.name, name: 'new', kind: 'new', isStatic: true, options });
        }
      } else if (symbol.flags & ts.SymbolFlags.Function) {
        add('', symbol, true);
      }
    }
  }
  return members;
}

// A constructor that callers are meant to call.
function isMade(declaration) {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (
    !(ts.getCombinedModifierFlags(declaration) & hidden) &&
    !ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'internal')
  );
}
