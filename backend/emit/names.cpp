// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/base/assert.h"

namespace phobos::emit {
namespace {

/// Names that mean something else in the text: words and macros of C++ and CUDA, and what every text
/// declares. Each with a space around it.
constexpr std::string_view taken =
    " CHAR_BIT DOMAIN EDOM EOF ERANGE HUGE_VAL INFINITY INT_MAX INT_MIN M_E M_PI NAN NULL OVERFLOW "
    "SIZE_MAX UINT_MAX UNDERFLOW alignas alignof and and_eq asm assert auto bf16 bitand bitor blockDim "
    "blockIdx bool break case catch char char16_t char32_t char8_t class co_await co_return co_yield "
    "compl concept const const_cast consteval constexpr constinit continue ctx decltype default defined "
    "delete dim3 do double dynamic_cast else enum errno explicit export extern f16 f32 f64 false fault_records "
    "faults float for friend goto gridDim i32 i64 i8 if inline int linux long main major math_errhandling "
    "minor mutable namespace new noexcept not not_eq nullptr operator or or_eq ph private protected "
    "public register reinterpret_cast requires return scratch short signed size_t sizeof static static_assert "
    "static_cast std stderr stdin stdout struct switch template this threadIdx thread_local throw true try "
    "typedef typeid typename u32 u8 union unix unsigned using virtual void volatile warpSize wchar_t "
    "while xor xor_eq ";

/// Names that begin with an underscore or hold two in a row belong to the compiler, those with PH_ to the prelude.
std::string allowed(std::string_view wish) {
    std::string name;
    for (const char c : wish)
        if (c != '_' || (!name.empty() && name.back() != '_')) name += c;
    if (name.empty()) return "name";
    if (name.front() >= '0' && name.front() <= '9') name.insert(0, "n");
    if (name.starts_with("PH_")) return "ph_" + name.substr(3);
    return taken.find(" " + name + " ") != std::string_view::npos ? name + '_' : name;
}

}  // namespace

void Names::close() {
    PHOBOS_ASSERT(!scopes_.empty());
    for (const Declared& declared : scopes_.back()) {
        visible_.erase(declared.name);
        --counts_[declared.base];
    }
    scopes_.pop_back();
}

std::string Names::declare(std::string_view wish) {
    const std::string base = allowed(wish);
    int& count = counts_[base];
    std::string name = base;
    for (int number = std::max(count, 1); !visible_.insert(name).second; ++number)
        name = fmt::format("{}{}{}", base, base.back() == '_' ? "" : "_", number);
    ++count;
    scopes_.back().push_back({name, base});
    return name;
}

}  // namespace phobos::emit
