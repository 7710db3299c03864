// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Everything that the machine does in its own way: the rest of the prelude is one text for the card and the host.
#if defined(__CUDACC__)
#include "backend/prelude/machine_device.h"
#include "backend/prelude/numbers_device.h"
#else
#include "backend/prelude/machine_host.h"
#include "backend/prelude/numbers_host.h"
#endif
