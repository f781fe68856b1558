#pragma once

#include "core/metadata.h"
#include "core/work.h"
#include "items/metadata/metadata_tree.h"

#include <QString>
#include <cstdint>
#include <functional>
#include <string_view>

namespace loupe {

/// A JSON value as people read it: a string without its quotation marks; all else as it is written, so that no digit of
/// a number is lost.
QString jsonText(std::string_view source);

/// Called with each element of an array, and its number, until it answers false.
using ElementVisitor = std::function<bool(std::uint64_t number, const QString& text)>;

/// Reads an array that stays in its file, a part after the other, unless it is longer than
/// MetadataTree::maximumStoredBytes. Ends where it cannot be read.
void visitElements(const StoredMetadata& array, const Work& work, const ElementVisitor& visitor);

} // namespace loupe
