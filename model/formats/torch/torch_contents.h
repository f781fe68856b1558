#pragma once

#include "formats/pickle/pickle_findings.h"
#include "formats/torch/torch_layout.h"

#include <functional>
#include <optional>
#include <string>

namespace loupe::torch {

/// torch.load as of 2.6.
extern const pickle::PickleLoader torchLoader;

/// How to show an object that is a known part of something larger.
struct TorchShown {
    const pickle::PickleLoader& loader = torchLoader;
    /// The name under which a tensor or value is shown; nothing if it is hidden. If the function is null, all are shown
    /// by their own names.
    std::function<std::optional<std::string>(const std::string& name)> nameOf = {};
};

/// Turns an object pickle into tensors, metadata and findings of `content`; the findings are about its imports, faults
/// and special tensors. `layout` has the storages. Returns false if stopped. May throw std::bad_alloc.
bool addTorchContents(const pickle::PickledObject& pickle, TorchLayout& layout, FileContent& content, const Work& work,
    const TorchShown& shown = {});

} // namespace loupe::torch
