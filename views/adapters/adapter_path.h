#pragma once

#include "insight/adapter_name.h"

#include <QString>

#include <filesystem>

namespace loupe {

/// The proposed path for an adapter made from the checkpoint at `path`, next to it: "lora-kohya.safetensors". An
/// adapter of PEFT gets a new folder, because loaders expect a fixed file name. `addition`: "-kohya".
QString proposedAdapterPath(const std::filesystem::path& path, const QString& addition, AdapterSpelling spelling);

} // namespace loupe
