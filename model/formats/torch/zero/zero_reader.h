#pragma once

#include "formats/shared/format.h"
#include "formats/torch/zero/zero_folder.h"

namespace loupe::torch {

/// The folder of a checkpoint of DeepSpeed that `source` is the main file of; nothing for any other file.
std::optional<ZeroFolder> zeroFolderOf(const Source& source);

/// A checkpoint of DeepSpeed's ZeRO: the parameters are put together from what each rank's optimizer holds. Its
/// companions are all files but the main one. May throw std::bad_alloc.
Result<FileContent> readZero(const Source& source, const ZeroFolder& folder, const Work& work);

} // namespace loupe::torch
