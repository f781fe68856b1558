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

/// A fault of an array in .npy format. The offset counts from the array's first byte.
struct NpyFault {
    Severity severity = Severity::Error;
    std::string_view code;
    std::string message; ///< a sentence in which "it" is the array, without a full stop
    std::string_view refusedAs;
    std::uint64_t offset = 0;
};

/// The maximum length of a type's name in bytes; the rest is dropped.
inline constexpr std::size_t longestTypeName = 200;

/// The element type that a description in the header stands for.
struct NpyType {
    DType dtype = DType::Opaque;
    std::string name; ///< as the file spells it, truncated to longestTypeName; empty for known dtypes
    std::optional<std::uint64_t> size; ///< bytes of an element; nothing if the description leaves it open
    bool bigEndian = false;
    bool isObject = false; ///< the elements are pickled
    bool isVoid = false; ///< raw bytes without a meaning; in a field without a name, they are padding between fields
};

/// The reason why there is no type: NumPy rejects it, or NumPy may know it but this program does not.
enum class NpyTypeProblem : std::uint8_t { Refused, NotUnderstood };
using NpyTypeResult = tl::expected<NpyType, NpyTypeProblem>;

struct NpyLiteral;
/// The type named by `descr`, such as "<f4", "float32" or "?".
NpyTypeResult npyType(std::string_view descr);
/// The type in a header: a text as above, or a list of fields. A list gives only the size and whether there are
/// objects.
NpyTypeResult npyType(const NpyLiteral& descr);
/// NumPy's own name of a dtype, little-endian: "<f4", "|u1"; empty if NumPy has no such type.
std::string npyTypeName(DType dtype);

/// An array in .npy format, as its header describes it. Offsets count from its first byte. All faults are those of
/// NumPy's own reader, numpy/lib/format.py of NumPy 1.24.
struct NpyArray {
    bool hasMagic = false; ///< it begins like an array, so NumPy treats it as one, valid or not
    std::string_view version; ///< "1.0"; empty if NumPy does not know the version
    ByteRange header; ///< the existing part of the text
    ByteRange headerContent; ///< up to the closing brace
    bool described = false; ///< type and shape could be read; otherwise there are only faults
    NpyType type;
    bool columnMajor = false;
    std::vector<std::uint64_t> shape;
    ByteRange data; ///< as type and shape claim it; up to the end of the file if the type does not determine the size
    bool dataWhole = false; ///< all of `data` exists and fits the shape
    std::vector<NpyFault> faults;
};

/// A stretch of the bytes before an array's data, and its meaning.
struct NpyField {
    ByteRange range;
    std::string_view label;
    std::string value;
};

/// Fills the span with the array's next bytes, and returns their number, which is smaller only at the array's end.
using NextBytes = std::function<Result<std::size_t>(std::span<std::byte>)>;

struct NpyOptions {
    /// NumPy infers one negative dimension for a standalone file, but not for a member of an archive.
    bool infersDimension = false;
    std::vector<NpyField>* fields = nullptr; ///< receives all fields if it is not null
};

/// Reads the header of an array with a total of `size` bytes. Does not read headers of more than 10,000 characters, and
/// does not describe arrays of more than 64 dimensions: NumPy rejects both. Fails as `next` does. May throw
/// std::bad_alloc.
Result<NpyArray> readNpyArray(const NextBytes& next, std::uint64_t size, const NpyOptions& options = {});

} // namespace loupe::numpy
