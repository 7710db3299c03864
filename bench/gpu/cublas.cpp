// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu/cublas.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace phobos::bench {
namespace {

constexpr float one = 1;
constexpr float zero = 0;

/// The toolkits of this machine, the newest first.
std::vector<std::filesystem::path> toolkits() {
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (std::filesystem::directory_iterator at("/usr/local", error), end; !error && at != end; at.increment(error))
        if (at->path().filename().string().starts_with("cuda")) found.push_back(at->path());
    std::ranges::sort(found, std::ranges::greater{});
    return found;
}

}  // namespace

std::vector<std::string> default_cublas_names() {
    std::vector<std::string> names{"libcublas.so.13", "libcublas.so.12"};
    for (const auto& toolkit : toolkits())
        for (const char* const name : {"lib64/libcublas.so.13", "lib64/libcublas.so.12"})
            names.push_back((toolkit / name).string());
    return names;
}

void Cublas::Close::operator()(void* library) const { ::dlclose(library); }

Result<Cublas::Library, std::string> Cublas::load(std::span<const std::string> names) {
    std::string tried;
    for (const std::string& name : names) {
        // It stays in memory: what it has begun in other libraries is not undone when it is closed.
        Library library(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE));
        if (library) return library;
        const char* const reason = ::dlerror();
        tried += fmt::format("{}{}", tried.empty() ? "" : "; ", reason == nullptr ? name.c_str() : reason);
    }
    return Failure{fmt::format("there is no cuBLAS: {}", tried)};
}

Result<Cublas::Api, std::string> Cublas::look_up(void* library) {
    Api api;
    std::optional<std::string> missing;
#define PHOBOS_CUBLAS_FUNCTION(member, symbol, ...)                                 \
    api.member = reinterpret_cast<decltype(api.member)>(::dlsym(library, #symbol)); \
    if (api.member == nullptr && !missing) missing = #symbol;
#include "bench/gpu/cublas.def"
#undef PHOBOS_CUBLAS_FUNCTION
    if (missing) return Failure{fmt::format("this cuBLAS has no {}", *missing)};
    return api;
}

Result<Cublas, std::string> Cublas::open(const device::Device& device, std::span<const std::string> names) {
    auto library = load(names);
    if (!library) return Failure{std::move(library.error())};
    auto api = look_up(library->get());
    if (!api) return Failure{std::move(api.error())};
    static_cast<void>(device.api());  // whose context becomes current: the library works there
    CublasHandle made = nullptr;
    if (const auto status = api->create(&made); status != CublasStatus::success)
        return Failure{fmt::format("cuBLAS does not start: status {}", static_cast<int>(status))};
    Handle handle(made, Destroy{api->destroy});
    int version = 0;
    for (const CublasStatus status : {api->get_version(made, &version), api->set_stream(made, device.stream())})
        if (status != CublasStatus::success)
            return Failure{fmt::format("cuBLAS does not start: status {}", static_cast<int>(status))};
    return Cublas(std::move(*library), *api, std::move(handle), version);
}

// It counts matrices column by column: ours are their transposes there, and C^T = B^T A^T.

CublasStatus Cublas::multiply_f32(const MatrixProduct& product) const {
    const auto& [m, n, k, a, b, c] = product;
    return api_.gemm_f32(handle_.get(), CublasOperation::plain, CublasOperation::plain, n, m, k, &one, b, n, a, k,
                         &zero, c, n);
}

CublasStatus Cublas::multiply_f16(const MatrixProduct& product) const {
    const auto& [m, n, k, a, b, c] = product;
    constexpr auto f16 = CublasType::f16;
    return api_.gemm(handle_.get(), CublasOperation::plain, CublasOperation::plain, n, m, k, &one, b, f16, n, a, f16, k,
                     &zero, c, f16, n, CublasCompute::f32, CublasAlgorithm::by_default);
}

CublasStatus Cublas::apply_f32(int n, int k, device::Address w, device::Address x, device::Address y) const {
    return api_.gemv_f32(handle_.get(), CublasOperation::transposed, k, n, &one, w, k, x, 1, &zero, y, 1);
}

CublasStatus Cublas::add_f32(int n, float alpha, device::Address x, device::Address y) const {
    return api_.axpy_f32(handle_.get(), n, &alpha, x, 1, y, 1);
}

}  // namespace phobos::bench
