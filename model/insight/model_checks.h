#pragma once

#include "core/finding.h"
#include "insight/architecture.h"
#include "insight/architecture_places.h"
#include "insight/layers.h"
#include "insight/stated_model.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Describes the model in a checkpoint and the problems with it.
struct ModelReport {
    ModelConfig config;
    StatedModel stated;
    RecognizedModel model;
    Architecture architecture;
    ArchitecturePlaces places;
    /// Findings about the model. Findings about the file are in the checkpoint.
    Findings findings;
    /// The checks that were skipped, and why, for people: "whether tensors are missing in all layers: …".
    std::vector<std::string> notChecked;
};

/// Examines names, dtypes and shapes, and the small configuration next to the checkpoint; reads no values. For a
/// healthy model, it adds no findings above a note.
ModelReport examineModel(const Checkpoint& checkpoint);

/// Adds findings if tokens of the model's tokenizer, or special tokens, have no row in its embedding.
void checkTokens(const Checkpoint& checkpoint, const ModelReport& report, Findings& findings);

/// Adds a finding for each layer that is missing from a stack, or that lacks tensors that other layers of its kind
/// have. Returns why stacks were not checked; empty if all were.
std::string checkLayers(
    const LayerStacks& stacks, const Checkpoint& checkpoint, const ModelReport& report, Findings& findings);

/// Adds findings for tensors that every model of the family has and this one lacks in all layers or outside of them.
/// Returns why this was not checked; empty if it was.
std::string checkNeeds(
    const NameRoles& roles, const LayerStacks& stacks, const ModelReport& report, Findings& findings);

/// Whether the stored shape of a weight is its logical shape. Stored codes have other shapes.
bool hasPlainShape(const Tensor& tensor);

/// Adds a finding for each role with a shape that does not match the sizes of the model, or the other layers.
void checkShapes(const NameRoles& roles, const ModelReport& report, Findings& findings);

} // namespace loupe
