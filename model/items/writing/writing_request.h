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

/// A recipe, and why tensors are not in it that belong to what was asked for, or may: parts of files that could not be
/// read.
struct WantedTensors {
    Recipe recipe;
    std::vector<Error> unread;
    RemovedExtras extras = {}; ///< where the values of quantized weights were asked for
    std::uint64_t undecoded = 0; ///< quantized weights whose values were asked for, and are copied as they are stored
    LeftOut leftOut = {}; ///< what was asked for and has no place in the recipe
    bool wantsAll = true; ///< of the sources; else a choice was made among what could be read
    QStringList notes = {}; ///< sentences: what the recipe does
    QStringList remarks = {}; ///< sentences: what of it may be unwanted
    std::string adapterConfig = {}; ///< the text of adapter_config.json next to the output; empty if there is none
    std::filesystem::path adapter = {}; ///< that the text is made of; empty if it is of none
};

/// Makes a recipe, on another thread: owns (shares) all that it uses. Its format need not be set.
using RecipeMaker = std::function<Result<WantedTensors>(const Work& work)>;

/// What to write, as people choose it. A value.
struct WritingRequest {
    RecipeMaker recipe; ///< before what follows is done to it
    OutputFormat format;
    QString path; ///< of the file, of an index, or of the folder
    bool eachItsFile = false; ///< `path` is a folder in which each tensor gets a file
    std::vector<CastRule> casts; ///< of dtypes that none is about, the format's defaultCasts()
    std::bitset<dtypeCount> leftOut; ///< tensors of these dtypes are not written
    bool keepsFirst = false; ///< of tensors of the same name
    bool dropsShared = false; ///< of tensors that share storage, those that are contained in another
    bool keepsWhole = false; ///< tensors that are not whole, and what could not be read, are omitted
    std::shared_ptr<ReadTensors> readTensors; ///< what is known of what is whole; grows; null: nothing is
    std::uint64_t shardSize = 0; ///< bytes; 0: any
    bool keepShards = false; ///< as Recipe::keepShards
};

/// All of a checkpoint, with what is staged about it. Quantized weights are written as they are stored, but for those
/// that are cast.
RecipeMaker editedRecipe(StagedEdits edits);

/// The same with the values of quantized weights, in this dtype where nothing else is staged, in place of what is
/// stored.
RecipeMaker dequantizedRecipe(StagedEdits edits, DType dtype);

/// The chosen tensors with what is staged about them. What could not be read may belong to a chosen group.
RecipeMaker partOf(StagedEdits edits, NodeChoice choice);

/// A checkpoint with what is staged about it, and others behind it; for a metadata key that several have, the first
/// one's value.
RecipeMaker mergedRecipe(StagedEdits first, std::vector<OpenedCheckpointPtr> others);

} // namespace loupe
