#pragma once

#include "formats/shared/format.h"

namespace loupe::torch {

/// A checkpoint that torch.distributed.checkpoint wrote: `.metadata`, a pickle that says where the pieces of all
/// tensors are in the `.distcp` files next to it.
Result<FileContent> readDcp(const Source& source, const Work& work);

/// True if a file begins like the pickle of such metadata.
bool startsAsDcp(std::string_view start);

Result<std::vector<HeaderField>> dcpFields(const Source& source, ByteRange window, const Work& work);

/// Implements Format::mainFile: `.metadata` or `__0.metadata` in a folder, in the latest iteration of Megatron-LM's
/// folder of checkpoints, or next to a `.distcp` file.
Result<std::optional<std::filesystem::path>> dcpMetadataFor(const std::filesystem::path& path, bool isFolder);

} // namespace loupe::torch
