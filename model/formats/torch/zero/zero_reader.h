#pragma once

#include "formats/shared/format.h"
#include "formats/torch/zero/zero_folder.h"

namespace loupe::torch {

/// The folder of the DeepSpeed checkpoint whose main file is `source`; nothing for any other file.
std::optional<ZeroFolder> zeroFolderOf(const Source& source);

/// Reads a checkpoint of DeepSpeed's ZeRO, and assembles the parameters from the numbers in each rank's optimizer. All
/// files except the main one become companions. May throw std::bad_alloc.
Result<FileContent> readZero(const Source& source, const ZeroFolder& folder, const Work& work);

} // namespace loupe::torch
