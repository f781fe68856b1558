#pragma once

#include "insight/model_checks.h"

#include <QString>
#include <QStringList>

namespace loupe {

/// "GGUF v3"; "Safetensors, 3 shards"; plain text.
QString formatTitle(const Checkpoint& checkpoint);

/// What a model is, in words. Plain text.
struct ModelCard {
    /// "Qwen3, language model". Of a family that is not known, what the model calls itself: "Starcoder2ForCausalLM",
    /// "LoRA adapter". Empty if nothing is known.
    QString name;
    QStringList nameEvidence; ///< why it is that; a line each
    QStringList details; ///< "61 layers", "hidden size 7168", …
    QStringList detailHelp; ///< where these are from, and a line for each: what it means, and who says so

    bool isEmpty() const { return name.isEmpty() && details.isEmpty(); }
    bool operator==(const ModelCard&) const = default;
};

ModelCard makeModelCard(const ModelReport& report);

} // namespace loupe
