// SPDX-License-Identifier: Apache-2.0
#include "tools/run/outputs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/io/file.h"
#include "engine/io/named_tensor.h"
#include "engine/io/npy.h"
#include "engine/io/npz.h"
#include "engine/io/safetensors.h"
#include "lang/base/assert.h"

namespace phobos::tools {
namespace {

using Piece = std::span<const std::byte>;

Result<io::StagedFile, io::Error> stage_npy(const std::string& path, const engine::Tensor& tensor) {
    const std::vector<std::byte> header = io::npy_header(tensor);
    const Piece pieces[]{header, tensor.bytes()};
    return io::StagedFile::stage(path, pieces);
}

Result<io::StagedFile, io::Error> stage_npz(const std::string& path, std::span<const io::NamedTensor> tensors) {
    const auto archive = io::encode_npz(tensors, io::Compression::stored);
    if (!archive) return Failure{io::in(path, archive.error())};
    const Piece pieces[]{*archive};
    return io::StagedFile::stage(path, pieces);
}

Result<io::StagedFile, io::Error> stage_safetensors(const std::string& path, std::span<const io::NamedTensor> tensors) {
    const io::SafetensorsLayout layout = io::safetensors_layout(tensors);
    std::vector<Piece> pieces{layout.header};
    for (const std::size_t index : layout.order) pieces.emplace_back(tensors[index].tensor.bytes());
    return io::StagedFile::stage(path, pieces);
}

Result<io::StagedFile, io::Error> stage(const std::string& path, io::FileFormat format,
                                        std::span<const io::NamedTensor> tensors) {
    switch (format) {
        case io::FileFormat::npy: return stage_npy(path, tensors.front().tensor);
        case io::FileFormat::npz: return stage_npz(path, tensors);
        case io::FileFormat::safetensors: return stage_safetensors(path, tensors);
    }
    PHOBOS_ASSERT(tensors.empty());
    return stage_npz(path, tensors);
}

}  // namespace

Result<Done, io::Error> check_folders(std::span<const OutputFile> outputs) {
    for (const OutputFile& output : outputs) {
        const std::size_t slash = output.path.rfind('/');
        const std::string folder = slash == std::string::npos ? "." : output.path.substr(0, slash + 1);
        struct stat status{};
        const auto refuse = [&](const std::string& why) {
            return Failure{io::Error{diagnostics::Code::file_unwritable,
                                     fmt::format("cannot write '{}': folder '{}': {}", output.path, folder, why)}};
        };
        if (::stat(folder.c_str(), &status) != 0) return refuse(std::system_category().message(errno));
        if (!S_ISDIR(status.st_mode)) return refuse("it is no folder");
        if (::access(output.path.c_str(), F_OK) != 0 && ::access(folder.c_str(), W_OK) != 0)
            return refuse(std::system_category().message(errno));
    }
    return Done{};
}

Result<Done, io::Error> write_outputs(std::span<const Output> outputs) {
    std::vector<io::StagedFile> staged;
    std::vector<bool> is_staged(outputs.size(), false);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (is_staged[i]) continue;
        std::vector<io::NamedTensor> together;
        for (std::size_t j = i; j < outputs.size(); ++j) {
            if (!io::same_file(outputs[j].file->path, outputs[i].file->path)) continue;
            together.push_back({outputs[j].file->key, *outputs[j].tensor});
            is_staged[j] = true;
        }
        auto file = stage(outputs[i].file->path, outputs[i].file->format, together);
        if (!file) return Failure{file.error()};
        staged.push_back(std::move(*file));
    }
    for (io::StagedFile& file : staged)
        if (auto done = std::move(file).commit(); !done) return done;
    return Done{};
}

}  // namespace phobos::tools
