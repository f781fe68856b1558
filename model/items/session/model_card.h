#pragma once

#include "core/checkpoint.h"

#include <QString>
#include <QStringList>

namespace loupe {

/// "GGUF v3"; "Safetensors, 3 shards"; plain text.
QString formatTitle(const Checkpoint& checkpoint);

/// ModelFacts in words. Plain text.
struct ModelCard {
    QString name; ///< "DeepseekV3ForCausalLM", "llama", "LoRA adapter"; empty where that is not known
    QStringList details; ///< "61 layers", "hidden size 7168", …
    QString source; ///< the file that says so; empty: the metadata

    bool isEmpty() const { return name.isEmpty() && details.isEmpty(); }
    bool operator==(const ModelCard&) const = default;
};

/// Reads as findModelFacts() does: for a job.
ModelCard findModelCard(const Checkpoint& checkpoint);

} // namespace loupe
