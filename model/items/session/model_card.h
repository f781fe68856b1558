#pragma once

#include "insight/model_checks.h"

#include <QString>
#include <QStringList>

namespace loupe {

/// "GGUF v3"; "Safetensors, 3 shards"; plain text.
QString formatTitle(const Checkpoint& checkpoint);

/// A description of a model in plain text.
struct ModelCard {
    /// "Qwen3, language model". For an unknown family, what the model calls itself: "Starcoder2ForCausalLM", "LoRA
    /// adapter". Empty if nothing is known.
    QString name;
    QStringList nameEvidence; ///< the reasons for the name, one per line
    QStringList details; ///< "61 layers", "hidden size 7168", …
    QStringList detailHelp; ///< the sources of the details, then a line for each with its meaning and origin

    bool isEmpty() const { return name.isEmpty() && details.isEmpty(); }
    bool operator==(const ModelCard&) const = default;
};

ModelCard makeModelCard(const ModelReport& report);

} // namespace loupe
