// SPDX-License-Identifier: Apache-2.0
#include "lang/syntax/suggestions.h"

#include <algorithm>
#include <array>
#include <span>

#include "lang/base/nearest.h"
#include "lang/vocabulary/context.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::syntax {
namespace {

struct Alias {
    std::string_view word;
    std::string_view meant;
};

constexpr std::array type_aliases{
    Alias{"float", "f32"},    Alias{"float32", "f32"},  Alias{"fp32", "f32"},      Alias{"single", "f32"},
    Alias{"double", "f64"},   Alias{"float64", "f64"},  Alias{"fp64", "f64"},      Alias{"half", "f16"},
    Alias{"float16", "f16"},  Alias{"fp16", "f16"},     Alias{"bfloat16", "bf16"}, Alias{"b16", "bf16"},
    Alias{"int", "i32"},      Alias{"int32", "i32"},    Alias{"int32_t", "i32"},   Alias{"i16", "i32"},
    Alias{"short", "i32"},    Alias{"int16", "i32"},    Alias{"uint", "u32"},      Alias{"uint32", "u32"},
    Alias{"uint32_t", "u32"}, Alias{"unsigned", "u32"}, Alias{"u16", "u32"},       Alias{"uint16", "u32"},
    Alias{"long", "i64"},     Alias{"int64", "i64"},    Alias{"int64_t", "i64"},   Alias{"u64", "i64"},
    Alias{"uint64", "i64"},   Alias{"size_t", "i64"},   Alias{"usize", "i64"},     Alias{"isize", "i64"},
    Alias{"char", "i8"},      Alias{"int8", "i8"},      Alias{"int8_t", "i8"},     Alias{"byte", "u8"},
    Alias{"uchar", "u8"},     Alias{"uint8", "u8"},     Alias{"uint8_t", "u8"},    Alias{"boolean", "bool"},
    Alias{"f8", "f16"},       Alias{"fp8", "f16"},      Alias{"array", "tensor"},  Alias{"ptr", "tensor"},
};

constexpr std::array field_aliases{
    Alias{"tid", "ctx.thread"},          Alias{"thread_id", "ctx.thread"},  Alias{"threadIdx", "ctx.thread"},
    Alias{"thread_idx", "ctx.thread"},   Alias{"local_id", "ctx.thread"},   Alias{"wid", "ctx.warp"},
    Alias{"warp_id", "ctx.warp"},        Alias{"wave", "ctx.warp"},         Alias{"subgroup", "ctx.warp"},
    Alias{"lane_id", "ctx.lane"},        Alias{"laneid", "ctx.lane"},       Alias{"lid", "ctx.lane"},
    Alias{"ntid", "ctx.threads"},        Alias{"block_dim", "ctx.threads"}, Alias{"blockDim", "ctx.threads"},
    Alias{"num_threads", "ctx.threads"}, Alias{"num_warps", "ctx.warps"},   Alias{"nwarps", "ctx.warps"},
    Alias{"warp_size", "ctx.lanes"},     Alias{"warpSize", "ctx.lanes"},    Alias{"bid", "ctx.block.x"},
    Alias{"block_id", "ctx.block.x"},    Alias{"blockIdx", "ctx.block.x"},  Alias{"cta", "ctx.block.x"},
    Alias{"grid_dim", "ctx.grid.x"},     Alias{"gridDim", "ctx.grid.x"},    Alias{"num_blocks", "ctx.grid.x"},
    Alias{"block", "ctx.block.x"},       Alias{"grid", "ctx.grid.x"},       Alias{"blocks", "ctx.grid.x"},
};

constexpr std::array function_aliases{
    Alias{"__syncthreads", "barrier"},
    Alias{"syncthreads", "barrier"},
    Alias{"sync_threads", "barrier"},
    Alias{"__syncwarp", "warp_barrier"},
    Alias{"syncwarp", "warp_barrier"},
    Alias{"__shfl_sync", "shuffle"},
    Alias{"__shfl", "shuffle"},
    Alias{"__shfl_xor_sync", "shuffle_xor"},
    Alias{"__shfl_xor", "shuffle_xor"},
    Alias{"__shfl_up_sync", "shuffle_up"},
    Alias{"__shfl_up", "shuffle_up"},
    Alias{"__shfl_down_sync", "shuffle_down"},
    Alias{"__shfl_down", "shuffle_down"},
    Alias{"__ballot_sync", "ballot"},
    Alias{"__ballot", "ballot"},
    Alias{"__popc", "popcount"},
    Alias{"__popcll", "popcount"},
    Alias{"__clz", "clz"},
    Alias{"__clzll", "clz"},
    Alias{"__dp4a", "dp4a"},
    Alias{"__byte_perm", "byteperm"},
    Alias{"__float_as_uint", "bits"},
    Alias{"__uint_as_float", "float_bits"},
    Alias{"fmax", "max"},
    Alias{"fmaxf", "max"},
    Alias{"maximum", "max"},
    Alias{"fmin", "min"},
    Alias{"fminf", "min"},
    Alias{"minimum", "min"},
    Alias{"fabs", "abs"},
    Alias{"fabsf", "abs"},
    Alias{"fmaf", "fma"},
    Alias{"__expf", "exp"},
    Alias{"__logf", "log"},
    Alias{"ln", "log"},
    Alias{"powf", "pow"},
    Alias{"rint", "round"},
    Alias{"rintf", "round"},
    Alias{"select", "where"},
    Alias{"atomicExch", "atomic_exchange"},
    Alias{"atomicCAS", "atomic_cas"},
};

constexpr std::array operator_aliases{
    Alias{"and", "&&"}, Alias{"or", "||"}, Alias{"not", "!"}, Alias{"xor", "^"},
    Alias{"mod", "%"},  Alias{"div", "/"}, Alias{"is", "=="},
};

constexpr std::array keyword_aliases{
    Alias{"func", "fn"},         Alias{"def", "fn"},          Alias{"function", "fn"},    Alias{"fun", "fn"},
    Alias{"void", "fn"},         Alias{"proc", "fn"},         Alias{"__device__", "fn"},  Alias{"__global__", "kernel"},
    Alias{"__kernel", "kernel"}, Alias{"elif", "else if"},    Alias{"elseif", "else if"}, Alias{"elsif", "else if"},
    Alias{"elsf", "else if"},    Alias{"const", "let"},       Alias{"auto", "let"},       Alias{"val", "let"},
    Alias{"mut", "var"},         Alias{"loop", "while true"}, Alias{"until", "while"},    Alias{"foreach", "for"},
};

std::optional<std::string_view> meant_by(std::string_view word, std::span<const Alias> aliases) {
    const auto found = std::ranges::find(aliases, word, &Alias::word);
    if (found == aliases.end()) return std::nullopt;
    return found->meant;
}

}  // namespace

std::optional<std::string_view> suggested_type(std::string_view word) {
    if (const auto meant = meant_by(word, type_aliases)) return meant;
    std::array<std::string_view, scalar_types.size() + 2> names;
    std::ranges::transform(scalar_types, names.begin(), &ScalarTypeRow::spelling);
    names[scalar_types.size()] = "tensor";
    names[scalar_types.size() + 1] = "tile";
    return nearest(word, names);
}

std::optional<std::string_view> suggested_context_field(std::string_view field) {
    if (const auto meant = meant_by(field, field_aliases)) return meant;
    constexpr std::string_view prefix = "ctx.";
    std::array<std::string_view, context_fields.size()> names;
    std::ranges::transform(context_fields, names.begin(),
                           [&](const ContextFieldRow& row) { return row.spelling.substr(prefix.size()); });
    const auto found = nearest(field, names);
    if (!found) return std::nullopt;
    return std::ranges::find_if(
               context_fields, [&](const ContextFieldRow& row) { return row.spelling.substr(prefix.size()) == *found; })
        ->spelling;
}

std::optional<std::string_view> suggested_function(std::string_view word) {
    if (const auto meant = meant_by(word, function_aliases)) return meant;
    const auto type = meant_by(word, type_aliases);
    return type && scalar_type(*type) && *type != "bool" ? type : std::nullopt;
}

std::optional<std::string_view> operator_for_word(std::string_view word) { return meant_by(word, operator_aliases); }

std::optional<std::string_view> keyword_for_word(std::string_view word) { return meant_by(word, keyword_aliases); }

}  // namespace phobos::syntax
