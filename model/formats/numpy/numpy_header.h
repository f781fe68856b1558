#pragma once

#include "core/byte_range.h"
#include "core/dtype.h"
#include "core/finding.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::numpy {

/// Something wrong with an array in .npy form; the offset counts from its first byte.
struct NpyFault {
    Severity severity = Severity::Error;
    std::string_view code;
    std::string message; ///< a sentence in which "it" is the array; no full stop
    std::string_view refusedAs;
    std::uint64_t offset = 0;
};

/// Bytes of a type's name that are kept.
inline constexpr std::size_t longestTypeName = 200;

/// What an element type's description stands for.
struct NpyType {
    DType dtype = DType::Opaque;
    std::string name; ///< as the file spells it, cut where it is very long; of known dtypes empty
    std::optional<std::uint64_t> size; ///< bytes of an element; nothing where the description leaves it open
    bool bigEndian = false;
    bool isObject = false; ///< the data is a pickle
    bool isVoid = false; ///< bytes without a meaning: without a name, they are padding among fields
};

/// Why there is no type: NumPy refuses it, or it may know one that is not understood here.
enum class NpyTypeProblem : std::uint8_t { Refused, NotUnderstood };
using NpyTypeResult = tl::expected<NpyType, NpyTypeProblem>;

struct NpyLiteral;
/// The type that `descr` names: "<f4", "float32", "?".
NpyTypeResult npyType(std::string_view descr);
/// The type that stands in a header: such a text, or a list of fields, of which only size and objects are told.
NpyTypeResult npyType(const NpyLiteral& descr);

/// An array in .npy form, as its header tells it; offsets count from its first byte. NumPy's own reader, which all
/// faults follow, is numpy/lib/format.py of 1.24.
struct NpyArray {
    bool hasMagic = false; ///< it begins as an array does: to NumPy it is one, sound or not
    std::string_view version; ///< "1.0"; empty where it has none that NumPy knows
    ByteRange header; ///< the text, as far as it is there
    ByteRange headerContent; ///< up to the closing brace
    bool described = false; ///< type and shape could be read; else only faults tell about it
    NpyType type;
    bool columnMajor = false;
    std::vector<std::uint64_t> shape;
    ByteRange data; ///< as type and shape claim it; up to the end where they leave it open
    bool dataWhole = false; ///< all of `data` is there and fits the shape
    std::vector<NpyFault> faults;
};

/// A stretch of an array's bytes before its data, and what it says.
struct NpyField {
    ByteRange range;
    std::string_view label;
    std::string value;
};

/// Fills the span with the array's next bytes; fewer where it ends.
using NextBytes = std::function<Result<std::size_t>(std::span<std::byte>)>;

struct NpyOptions {
    /// NumPy reads one negative dimension of a file by itself as "what is there", but not of a member of an archive.
    bool infersDimension = false;
    std::vector<NpyField>* fields = nullptr; ///< gets all fields where wanted
};

/// Reads the start of an array that has `size` bytes in all, no more than its header. Headers of more than 10,000
/// characters are not read, and arrays of more than 64 dimensions not described: NumPy refuses them. May throw
/// std::bad_alloc. Fails as `next` does.
Result<NpyArray> readNpyArray(const NextBytes& next, std::uint64_t size, const NpyOptions& options = {});

} // namespace loupe::numpy
