// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/diagnostics/list.h"
#include "spec-tests/harness/suite.h"
#include "spec-tests/harness/verdict.h"

namespace phobos::harness {

/// Judges what a front end said of a case that is not run.
Judgement judge_answer(const LoadedCase& loaded, const diagnostics::List& answer);

/// The judgement of a valid source that was rejected.
Judgement wrongly_rejected(const LoadedCase& loaded, const diagnostics::List& answer);

/// Judges the warnings and hints alone, of a case that lists them.
Judgement judge_warnings(const LoadedCase& loaded, const diagnostics::List& answer);

}  // namespace phobos::harness
