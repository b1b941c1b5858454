// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What counts as usual work is a running median: peaks do not move it, however high; a lasting
// change does. Only a pinch that costs more is busy.
#include "test_macros.h"

#include "contact/contact.h"
#include "contact/patience.h"

#include <string.h>

typedef struct rig {
    wf_patience patience;
    wf_contact contact;
    uint32_t step;
} rig;

static void rig_make(rig* r) {
    memset(r, 0, sizeof *r);
    r->contact.patience = &r->patience;
}

static void do_step(rig* r, uint32_t substeps, float work) {
    wf_patience_begin(&r->patience);
    r->patience.work = work * (float)substeps;
    wf_patience_learn(&r->patience, r->step++, substeps);
}

WEFT_TEST(usual_work_is_the_median_whatever_the_peaks) {
    test_random random = test_seed(7);
    for (float peak = 10.0f; peak < 1e6f; peak *= 100.0f) {
        rig r;
        rig_make(&r);
        for (int n = 0; n < 3000; ++n) {
            bool rare = n > 0 && test_below(&random, 5) == 0;
            uint32_t substeps = 1 + test_below(&random, 8);
            do_step(&r, substeps, rare ? peak : test_uniform(&random, 0.8f, 1.2f));
        }
        // A fifth lies above, so the median is at five eighths of what is left.
        test_note("peaks of %.0f: usual %.3f", (double)peak, (double)r.patience.usual);
        CHECK_NEAR(r.patience.usual, 1.05, 0.07);
    }
}

WEFT_TEST(usual_work_follows_what_lasts) {
    rig r;
    rig_make(&r);
    for (int n = 0; n < 600; ++n) {
        do_step(&r, 2, 1.0f);
    }
    CHECK_NEAR(r.patience.usual, 1.0, 0.01);
    for (int n = 0; n < 60; ++n) {
        do_step(&r, 2, 3.0f);
    }
    CHECK_LT(r.patience.usual, 1.3); // a second of it is a peak
    for (int n = 0; n < 600; ++n) {
        do_step(&r, 2, 3.0f);
    }
    CHECK_NEAR(r.patience.usual, 3.0, 0.03);
}

WEFT_TEST(busy_is_a_pinch_that_costs_more) {
    rig r;
    rig_make(&r);
    r.contact.captured_count = 1;
    r.patience.begun = 2;
    r.patience.work = 1e9f;
    CHECK(!wf_contact_is_busy(&r.contact)); // nothing is usual before the first step
    for (int n = 0; n < 300; ++n) {
        do_step(&r, 2, 1.0f);
    }
    const struct {
        uint32_t captured, begun;
        float work;
        bool busy;
    } cases[] = {{1, 2, 2.4f, false}, {1, 2, 2.6f, true},  {1, 4, 2.6f, false}, {1, 4, 5.2f, true},
                 {1, 1, 1.3f, true},  {0, 2, 2.6f, false}, {0, 4, 99.0f, false}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        r.contact.captured_count = cases[k].captured;
        r.patience.begun = cases[k].begun;
        r.patience.work = cases[k].work;
        CHECK_EQ(wf_contact_is_busy(&r.contact), cases[k].busy);
    }
}

WEFT_TEST(what_the_first_substep_spends_the_last_one_lacks) {
    rig r;
    rig_make(&r);
    for (int n = 0; n < 300; ++n) {
        do_step(&r, 4, 1.0f);
    }
    r.contact.captured_count = 1;
    wf_patience_begin(&r.patience);
    wf_patience_begin_substep(&r.patience);
    r.patience.work = 2.0f;
    CHECK(wf_contact_is_busy(&r.contact));
    wf_patience_begin_substep(&r.patience); // it has room again
    CHECK(!wf_contact_is_busy(&r.contact));
    wf_patience_begin(&r.patience);
    CHECK_EQ(r.patience.begun, 0);
}
