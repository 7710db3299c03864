// SPDX-License-Identifier: Apache-2.0
#include "tools/run/outputs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/io/named_tensor.h"
#include "engine/io/npy.h"
#include "engine/io/npz.h"
#include "engine/io/safetensors.h"
#include "engine/io/staged_file.h"
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

/// What goes into one file.
struct FileContent {
    const OutputFile* target;
    std::vector<io::NamedTensor> tensors;
};

/// Tensors that name one file are together.
std::vector<FileContent> files_of(std::span<const Output> outputs) {
    std::vector<FileContent> files;
    for (const Output& output : outputs) {
        const auto known = std::ranges::find_if(
            files, [&](const FileContent& file) { return io::same_file(file.target->path, output.file->path); });
        FileContent& file = known != files.end() ? *known : files.emplace_back(FileContent{output.file, {}});
        file.tensors.push_back({output.file->key, *output.tensor});
    }
    return files;
}

Result<io::StagedFile, io::Error> stage(const FileContent& file) {
    const std::string& path = file.target->path;
    switch (file.target->format) {
        case io::FileFormat::npy: return stage_npy(path, file.tensors.front().tensor);
        case io::FileFormat::npz: return stage_npz(path, file.tensors);
        case io::FileFormat::safetensors: return stage_safetensors(path, file.tensors);
    }
    PHOBOS_ASSERT(file.tensors.empty());
    return stage_npz(path, file.tensors);
}

}  // namespace

Result<Done, io::Error> check_folder(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    struct stat status{};
    const auto refuse = [&](const std::string& why) {
        return Failure{io::Error{diagnostics::Code::file_unwritable,
                                 fmt::format("cannot write '{}': folder '{}': {}", path, folder, why)}};
    };
    if (::stat(folder.c_str(), &status) != 0) return refuse(std::system_category().message(errno));
    if (!S_ISDIR(status.st_mode)) return refuse("it is no folder");
    if (::access(path.c_str(), F_OK) != 0 && ::access(folder.c_str(), W_OK) != 0)
        return refuse(std::system_category().message(errno));
    return Done{};
}

Result<Done, io::Error> check_folders(std::span<const OutputFile> outputs) {
    for (const OutputFile& output : outputs)
        if (auto done = check_folder(output.path); !done) return done;
    return Done{};
}

Result<Done, io::Error> write_outputs(std::span<const Output> outputs) {
    std::vector<FileContent> files = files_of(outputs);
    const auto in_place = std::ranges::stable_partition(
        files, [](const FileContent& file) { return !io::is_written_in_place(file.target->path); });
    std::optional<io::SignalsHeld> held(std::in_place);
    std::vector<io::StagedFile> staged;
    for (const FileContent& file : files) {
        if (!in_place.empty() && &file == &in_place.front()) held.reset();  // a pipe may be full for ever
        auto one = stage(file);
        if (!one) return Failure{one.error()};
        staged.push_back(std::move(*one));
    }
    if (!held) held.emplace();
    for (io::StagedFile& file : staged)
        if (auto done = std::move(file).commit(); !done) return done;
    return Done{};
}

}  // namespace phobos::tools
