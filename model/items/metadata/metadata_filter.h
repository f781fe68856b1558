#pragma once

#include "items/metadata/metadata_tree.h"

namespace loupe {

/// The nodes of a tree whose key, value or meaning contains `text`, whatever its case, with what is above them; below a
/// key that does, all nodes. Elements of arrays are matched by their numbers only where `text` begins with "[". Arrays
/// that stay in their files are searched to their ends. For a job. Precondition: `edits` are those of the tree.
MetadataTree filtered(const MetadataTree& tree, const StagedEdits& edits, const QString& text, const Work& work);

} // namespace loupe
