// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

/// What an author meant by a word that is not the language's: another language's name for it, or a misspelling.
namespace phobos::syntax {

/// The scalar type, `tensor` or `tile` for a type's name, as `f32` for `float`.
std::optional<std::string_view> suggested_type(std::string_view word);

/// The field with `ctx.` in front, as `ctx.thread` for `tid`; `field` is what was written behind `ctx.`.
std::optional<std::string_view> suggested_context_field(std::string_view field);

/// The builtin or conversion for a function's name in another language, as `barrier` for `__syncthreads`.
std::optional<std::string_view> suggested_function(std::string_view word);

/// The symbol for a word that other languages write as an operator, as `&&` for `and`.
std::optional<std::string_view> operator_for_word(std::string_view word);

/// The keyword for a word with which other languages begin an item or statement, as `fn` for `def`.
std::optional<std::string_view> keyword_for_word(std::string_view word);

}  // namespace phobos::syntax
