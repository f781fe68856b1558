#pragma once

#include "formats/shared/format.h"

namespace loupe::torch {

/// A checkpoint that torch.distributed.checkpoint wrote: `.metadata`, a pickle that says where the pieces of all
/// tensors lie in the `.distcp` files next to it.
Result<FileContent> readDcp(const Source& source, const Work& work);

/// Whether a file begins as the pickle of such metadata.
bool startsAsDcp(std::string_view start);

Result<std::vector<HeaderField>> dcpFields(const Source& source, ByteRange window, const Work& work);

/// As Format::mainFile: `.metadata`, or `__0.metadata`, of a folder, of the iteration that Megatron-LM's folder of
/// checkpoints names as its latest, or next to a `.distcp` file.
Result<std::optional<std::filesystem::path>> dcpMetadataFor(const std::filesystem::path& path, bool isFolder);

} // namespace loupe::torch
