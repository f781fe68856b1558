#pragma once

#include "insight/adapter_name.h"

#include <QString>

#include <filesystem>

namespace loupe {

/// Where an adapter that is made of the checkpoint at `path` is proposed to be written, next to it:
/// "lora-kohya.safetensors". PEFT's has a folder of its own, in which loaders look for one name. `addition`: "-kohya".
QString proposedAdapterPath(const std::filesystem::path& path, const QString& addition, AdapterSpelling spelling);

} // namespace loupe
