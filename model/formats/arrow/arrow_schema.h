#pragma once

#include "core/dtype.h"
#include "formats/shared/flat_buffer.h"

#include <string>
#include <vector>

namespace loupe::arrow {

/// Which buffers and children a field of a record batch has. The order is that of the batch.
enum class ArrowLayout : std::uint8_t {
    None, ///< no buffers
    Values, ///< validity, values
    Offsets, ///< validity, offsets, bytes
    Views, ///< validity, views, and any number more
    List, ///< validity, offsets; a child
    ListView, ///< validity, offsets, sizes; a child
    FixedList, ///< validity; a child
    Struct, ///< validity; children
    SparseUnion, ///< types; children. Before version 5 of the format with validity
    DenseUnion, ///< types, offsets; children. Before version 5 of the format with validity
    RunEnds, ///< children
    Unknown,
};

struct ArrowField {
    std::string name;
    std::string type; ///< for people: "float32", "utf8"
    ArrowLayout layout = ArrowLayout::Unknown;
    DType dtype = DType::Opaque; ///< of Values that are numbers; BOOL are bits
    std::uint64_t listSize = 0; ///< of FixedList
    std::string extension; ///< the extension type's name
    std::string extensionMetadata;
    std::vector<std::uint32_t> children; ///< among ArrowSchema::fields
};

/// Where an entry of the custom metadata lies in the buffer.
struct ArrowMetadataEntry {
    std::string key; ///< no more than its first 1000 bytes; of a column's, its name before it
    FlatVector value;
};

struct ArrowSchema {
    bool bigEndian = false;
    std::vector<ArrowField> fields; ///< all, nested ones behind those that hold them
    std::vector<std::uint32_t> columns; ///< those that are nested in none
    std::vector<ArrowMetadataEntry> metadata;
    bool isWhole = true; ///< else it is nested too deep, or refers to the same over and over
};

/// The schema that `table` holds. Bounded: 64 levels; one field or entry of metadata for each 16 bytes of the
/// buffer, and a million; texts of 16 times its size and 16 MiB. May throw std::bad_alloc.
ArrowSchema readArrowSchema(FlatBuffer& buffer, const FlatTable& table);

/// What a type union stands for in a field or a tensor. `field` gets all but its name, children and extension.
void readArrowType(std::uint8_t code, const std::optional<FlatTable>& type, ArrowField& field);

} // namespace loupe::arrow
