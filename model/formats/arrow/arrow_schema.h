#pragma once

#include "core/dtype.h"
#include "formats/shared/flat_buffer.h"

#include <string>
#include <vector>

namespace loupe::arrow {

/// The buffers and children of a field in a record batch, in the order of the batch.
enum class ArrowLayout : std::uint8_t {
    None, ///< no buffers
    Values, ///< validity, values
    Offsets, ///< validity, offsets, bytes
    Views, ///< validity, views, and any number of further buffers
    List, ///< validity, offsets; a child
    ListView, ///< validity, offsets, sizes; a child
    FixedList, ///< validity; a child
    Struct, ///< validity; children
    SparseUnion, ///< types; children. Before version 5 of the format also validity
    DenseUnion, ///< types, offsets; children. Before version 5 of the format also validity
    RunEnds, ///< children
    Unknown,
};

struct ArrowField {
    std::string name;
    std::string type; ///< display name: "float32", "utf8"
    ArrowLayout layout = ArrowLayout::Unknown;
    DType dtype = DType::Opaque; ///< for numeric Values; BOOL values are bits
    std::uint64_t listSize = 0; ///< for FixedList
    std::string extension; ///< the extension type's name
    std::string extensionMetadata;
    std::vector<std::uint32_t> children; ///< indexes into ArrowSchema::fields
};

/// The position of a custom metadata entry in the buffer.
struct ArrowMetadataEntry {
    std::string key; ///< at most its first 1000 bytes; a column's entries have its name as a prefix
    FlatVector value;
};

struct ArrowSchema {
    bool bigEndian = false;
    std::vector<ArrowField> fields; ///< all fields; nested ones come after their parents
    std::vector<std::uint32_t> columns; ///< top-level fields
    std::vector<ArrowMetadataEntry> metadata;
    bool isWhole = true; ///< false if the schema is nested too deeply, or refers to the same items over and over
};

/// Reads the schema in `table`. Limits: 64 levels; one field or metadata entry per 16 bytes of the buffer, plus a
/// million; texts of 16 times the buffer's size, plus 16 MiB. May throw std::bad_alloc.
ArrowSchema readArrowSchema(FlatBuffer& buffer, const FlatTable& table);

/// Reads the type union of a field or tensor. Sets everything in `field` except name, children and extension.
void readArrowType(std::uint8_t code, const std::optional<FlatTable>& type, ArrowField& field);

} // namespace loupe::arrow
