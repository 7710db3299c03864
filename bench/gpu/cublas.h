// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/device/device.h"
#include "lang/base/result.h"

/// What is used of libcublas, declared by ourselves and looked for at run time.
namespace phobos::bench {

using CublasHandle = struct OpaqueCublas*;

enum class CublasStatus : int { success = 0 };
enum class CublasOperation : int { plain = 0, transposed = 1 };
enum class CublasType : int { f32 = 0, f16 = 2 };
enum class CublasCompute : int { f32 = 68 };
enum class CublasAlgorithm : int { by_default = -1 };

/// Row-major matrices: C [m, n] = A [m, k] B [k, n].
struct MatrixProduct {
    int m;
    int n;
    int k;
    device::Address a;
    device::Address b;
    device::Address c;
};

/// Where the library is looked for: by the names that the system's loader resolves, and where the toolkit lies.
std::vector<std::string> default_cublas_names();

/// An opened library that works on the stream of a device. Its default mode keeps f32 whole: no TF32.
class Cublas {
public:
    /// Fails with the reason.
    static Result<Cublas, std::string> open(const device::Device& device, std::span<const std::string> names);

    [[nodiscard]] int version() const { return version_; }

    [[nodiscard]] CublasStatus multiply_f32(const MatrixProduct& product) const;
    /// By tensor cores, summed in f32.
    [[nodiscard]] CublasStatus multiply_f16(const MatrixProduct& product) const;
    /// y [n] = W [n, k] x [k], row-major, in f32.
    [[nodiscard]] CublasStatus apply_f32(int n, int k, device::Address w, device::Address x, device::Address y) const;
    /// y [n] += alpha x [n], in f32.
    [[nodiscard]] CublasStatus add_f32(int n, float alpha, device::Address x, device::Address y) const;

private:
    struct Api {
#define PHOBOS_CUBLAS_FUNCTION(member, symbol, ...) CublasStatus (*member)(__VA_ARGS__) = nullptr;
#include "bench/gpu/cublas.def"
#undef PHOBOS_CUBLAS_FUNCTION
    };
    struct Close {
        void operator()(void* library) const;
    };
    struct Destroy {
        CublasStatus (*destroy)(CublasHandle);
        void operator()(CublasHandle handle) const { destroy(handle); }
    };
    using Library = std::unique_ptr<void, Close>;
    using Handle = std::unique_ptr<OpaqueCublas, Destroy>;

    Cublas(Library library, const Api& api, Handle handle, int version)
        : library_(std::move(library)), api_(api), handle_(std::move(handle)), version_(version) {}
    static Result<Library, std::string> load(std::span<const std::string> names);
    static Result<Api, std::string> look_up(void* library);

    Library library_;
    Api api_;
    Handle handle_;
    int version_;
};

}  // namespace phobos::bench
