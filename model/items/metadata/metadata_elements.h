#pragma once

#include "core/metadata.h"
#include "core/work.h"
#include "items/metadata/metadata_tree.h"

#include <QString>
#include <cstdint>
#include <functional>
#include <string_view>

namespace loupe {

/// A JSON value for display: a string without its quotation marks; anything else as it is written, so that numbers keep
/// all digits.
QString jsonText(std::string_view source);

/// Receives each element of an array, and its index, until it returns false.
using ElementVisitor = std::function<bool(std::uint64_t number, const QString& text)>;

/// Reads an array that is stored in its file, in chunks. Does nothing if it is longer than
/// MetadataTree::maximumStoredBytes. Stops at the first read error.
void visitElements(const StoredMetadata& array, const Work& work, const ElementVisitor& visitor);

} // namespace loupe
