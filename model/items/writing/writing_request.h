#pragma once

#include "core/work.h"
#include "items/session/left_out.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/node_choice.h"
#include "saving/recipe/output_format.h"
#include "saving/recipe/recipe.h"
#include "saving/recipe/recipe_edits.h"
#include "saving/recipe/staged_edits.h"
#include "saving/recipe/stored_parts.h"
#include "saving/salvage/salvage.h"

#include <QString>
#include <QStringList>
#include <bitset>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace loupe {

/// A recipe, and why some requested tensors are missing from it, or may be, because parts of files could not be read.
struct WantedTensors {
    Recipe recipe;
    std::vector<Error> unread;
    RemovedExtras extras = {}; ///< if the values of quantized weights were requested
    std::uint64_t undecoded = 0; ///< quantized weights whose values were requested but which are copied as they are
                                 ///< stored
    LeftOut leftOut = {}; ///< what was requested but could not be included in the recipe
    bool wantsAll = true; ///< all of the sources were requested; else a selection of what could be read
    QStringList notes = {}; ///< sentences about what the recipe does
    QStringList remarks = {}; ///< sentences about possibly unwanted effects
    std::string adapterConfig = {}; ///< the text of adapter_config.json to write next to the output; empty if there is
                                    ///< none
    std::filesystem::path adapter = {}; ///< the adapter that the text was made from; empty if there is none
};

/// Makes a recipe on another thread, so it must own (share) all that it uses. Need not set the format.
using RecipeMaker = std::function<Result<WantedTensors>(const Work& work)>;

/// The user's choice of what to write. A plain value.
struct WritingRequest {
    RecipeMaker recipe; ///< the members below are applied to it
    OutputFormat format;
    QString path; ///< a file, an index, or a folder
    bool eachItsFile = false; ///< `path` is a folder, and each tensor is written to a separate file in it
    std::vector<CastRule> casts; ///< for other dtypes, the format's defaultCasts() apply
    std::bitset<dtypeCount> leftOut; ///< tensors of these dtypes are not written
    bool keepsFirst = false; ///< of tensors with the same name, write only the first
    bool dropsShared = false; ///< omit tensors whose storage is contained in another tensor
    bool keepsWhole = false; ///< omit damaged tensors and unreadable parts
    std::shared_ptr<ReadTensors> readTensors; ///< cache of which tensors could be read; grows; null: none
    std::uint64_t shardSize = 0; ///< bytes; 0: no limit
    bool keepShards = false; ///< as Recipe::keepShards
};

/// All of a checkpoint with its pending edits. Quantized weights are written as they are stored, except those that are
/// cast.
RecipeMaker editedRecipe(StagedEdits edits);

/// As above, but with the values of quantized weights instead of their stored form, in this dtype unless the pending
/// edits choose another.
RecipeMaker dequantizedRecipe(StagedEdits edits, DType dtype);

/// The chosen tensors with their pending edits. Unreadable tensors may belong to a chosen group.
RecipeMaker partOf(StagedEdits edits, NodeChoice choice);

/// A checkpoint with its pending edits, followed by others. If several have a metadata key, the first one's value is
/// used.
RecipeMaker mergedRecipe(StagedEdits first, std::vector<OpenedCheckpointPtr> others);

} // namespace loupe
