#pragma once

#include "core/checkpoint.h"

#include <QString>
#include <QStringList>

namespace loupe {

/// "GGUF v3"; "Safetensors, 3 shards"; plain text.
QString formatTitle(const Checkpoint& checkpoint);

/// Which model a checkpoint holds, as far as its metadata or the configuration beside it says so. Plain text.
struct ModelCard {
    QString name; ///< "DeepseekV3ForCausalLM", "llama", "LoRA adapter"; empty where that is not known
    QStringList details; ///< "61 layers", "hidden size 7168", …
    QString source; ///< the file that says so; empty: the metadata

    bool isEmpty() const { return name.isEmpty() && details.isEmpty(); }
    bool operator==(const ModelCard&) const = default;
};

/// Reads at most one small file: for a job. From GGUF's metadata; else from `config.json` or `adapter_config.json` in
/// the checkpoint's folder, where the checkpoint has a name that goes with one, such as
/// "model-00001-of-00003.safetensors"; else from what the metadata calls the architecture.
ModelCard findModelCard(const Checkpoint& checkpoint);

} // namespace loupe
