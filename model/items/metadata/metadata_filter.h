#pragma once

#include "items/metadata/metadata_tree.h"

namespace loupe {

/// The nodes of a tree whose key, value or meaning contains `text`, ignoring case, with their ancestors; for a matching
/// key, also everything below it. Elements of arrays are matched by index only if `text` begins with "[". Arrays that
/// are stored in their files are searched completely. Run it in a job. Precondition: `edits` are those of the tree.
MetadataTree filtered(const MetadataTree& tree, const StagedEdits& edits, const QString& text, const Work& work);

} // namespace loupe
