// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the CUDA text of a kernel includes.
#include "backend/prelude/atomics.h"
#include "backend/prelude/collectives.h"
#include "backend/prelude/convert.h"
#include "backend/prelude/cta.h"
#include "backend/prelude/faults.h"
#include "backend/prelude/float16.h"
#include "backend/prelude/loop.h"
#include "backend/prelude/math.h"
#include "backend/prelude/memory.h"
#include "backend/prelude/run.h"
#include "backend/prelude/scalar.h"
#include "backend/prelude/shuffles.h"
#include "backend/prelude/target.h"
#include "backend/prelude/tile_dot.h"
#include "backend/prelude/tile_elements.h"
#include "backend/prelude/tile_rows.h"
