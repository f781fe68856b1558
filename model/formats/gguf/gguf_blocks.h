#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe::gguf {

/// Unpacks `count` consecutive blocks to F32, bit for bit as ggml's own functions do: each product and sum is rounded
/// to F32 in ggml's order. These files are compiled without contraction to fused multiply-add, which rounds once where
/// ggml rounds twice.
using GgufDequantizer = void (*)(const std::uint8_t* blocks, std::size_t count, float* values);

// Blocks of 32 elements with a scale, and in some types also a minimum.
void dequantizeQ4_0(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ4_1(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ5_0(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ5_1(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ8_0(const std::uint8_t* blocks, std::size_t count, float* values);

// Blocks of 256 elements in groups that have their own scales.
void dequantizeQ2K(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ3K(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ4K(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ5K(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ6K(const std::uint8_t* blocks, std::size_t count, float* values);

// Blocks of indexes into a table of 16 values.
void dequantizeIq4Nl(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeIq4Xs(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeMxfp4(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeNvfp4(const std::uint8_t* blocks, std::size_t count, float* values);

// Blocks of one-bit or two-bit numbers, or of base-3 digits.
void dequantizeTq1_0(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeTq2_0(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ1_0(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeQ2_0(const std::uint8_t* blocks, std::size_t count, float* values);

// Blocks of indexes into a codebook, whose points have four or eight elements.
void dequantizeIq1S(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeIq1M(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeIq2Xxs(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeIq2Xs(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeIq2S(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeIq3Xxs(const std::uint8_t* blocks, std::size_t count, float* values);
void dequantizeIq3S(const std::uint8_t* blocks, std::size_t count, float* values);

} // namespace loupe::gguf
