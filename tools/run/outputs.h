// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/io/error.h"
#include "engine/tensor.h"
#include "lang/base/result.h"
#include "tools/run/options.h"

namespace phobos::tools {

/// Finds a missing or read-only folder before the run instead of after it.
Result<Done, io::Error> check_folders(std::span<const OutputFile> outputs);

/// The same for one file.
Result<Done, io::Error> check_folder(const std::string& path);

/// A tensor and where it goes.
struct Output {
    const OutputFile* file;
    const engine::Tensor* tensor;
};

/// Writes all files, then what is written in place, and puts the files into their places when all that has succeeded.
/// SIGHUP, SIGINT and SIGTERM leave all old files or all new ones.
Result<Done, io::Error> write_outputs(std::span<const Output> outputs);

}  // namespace phobos::tools
