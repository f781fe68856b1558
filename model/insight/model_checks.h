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

/// What a checkpoint is, and whether its parts go together.
struct ModelReport {
    ModelConfig config;
    StatedModel stated;
    RecognizedModel model;
    Architecture architecture;
    ArchitecturePlaces places;
    /// About the model, not about the file: what opening it found is in the checkpoint.
    Findings findings;
    /// What was not looked at, and why, for people: "whether tensors are missing in all layers: …".
    std::vector<std::string> notChecked;
};

/// From names, dtypes and shapes, and the small configuration next to the checkpoint; no values are read. Healthy
/// models have no finding above a note.
ModelReport examineModel(const Checkpoint& checkpoint);

/// Adds findings where the tokens of the model's tokenizer, or those with a purpose, have no row in its embedding.
void checkTokens(const Checkpoint& checkpoint, const ModelReport& report, Findings& findings);

/// Adds a finding for each layer that is missing from a stack, or that lacks what the others of its kind have. Returns
/// why stacks were not looked at; empty if all were.
std::string checkLayers(
    const LayerStacks& stacks, const Checkpoint& checkpoint, const ModelReport& report, Findings& findings);

/// Adds a finding for what each model of the family has and this one lacks: in all layers, or outside of them. Returns
/// why it was not looked for; empty if it was.
std::string checkNeeds(
    const NameRoles& roles, const LayerStacks& stacks, const ModelReport& report, Findings& findings);

/// Whether the shape of a weight is that of what it stands for: stored codes have others.
bool hasPlainShape(const Tensor& tensor);

/// Adds a finding for each role with a shape that does not fit the sizes of the model, or the other layers.
void checkShapes(const NameRoles& roles, const ModelReport& report, Findings& findings);

} // namespace loupe
