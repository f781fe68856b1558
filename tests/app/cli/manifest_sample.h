#pragma once

#include "app/cli/process.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace loupe::test {

/// A tensor as described by a manifest. Unknown members are null or empty.
struct KnownTensor {
    std::string name;
    std::string dtype; ///< in tloupe's spelling
    nlohmann::json shape;
    nlohmann::json digest; ///< SHA-256 of the elements
    nlohmann::json stats;
    nlohmann::json entry; ///< as in the manifest
};

/// The target of a conversion, with the options that leave out tensors that its format does not support.
struct ConversionTarget {
    std::string name;
    std::vector<std::string> convertOptions = {};
    std::vector<std::string> diffOptions = {};
    std::vector<std::string> dropped = {}; ///< tensors that only the sample has
};

/// A sample, with its description by the program that wrote it. The form is the same for the manifests of all formats.
struct ManifestSample {
    std::string folder;
    std::string format; ///< in tloupe's spelling
    nlohmann::json file; ///< the manifest's entry
    std::vector<KnownTensor> tensors;
    bool listsAll = true; ///< whether `tensors` are all that tloupe lists
    bool isInFileOrder = false; ///< whether `tensors` are in the order of tloupe's list
    bool isReadable = true; ///< false if some tensors use an unknown filter
    std::string allowedWarning = {}; ///< the only finding that may be graver than a note
    std::vector<ConversionTarget> targets = {};
    bool keepsMetadata = true; ///< whether a converted file has the same metadata
    bool convertsStored = false; ///< whether the stored numbers can be converted too
    /// Additional checks of "info --json" for this format.
    void (*checkInfo)(const ManifestSample& sample, const nlohmann::json& info) = nullptr;

    std::string path() const { return folder + '/' + file["file"].get<std::string>(); }
};

/// The sound samples of all manifests, which are read once in a process. Pointers, because copies of their JSON are
/// slow.
std::vector<const ManifestSample*> manifestSamples();

/// The manifest of tests/data/`folder`.
nlohmann::json readManifest(const std::string& folder);

/// Whether this build reads HDF5 files.
bool readsHdf5();

/// The options that unlock the sample, with its secret in a file in `folder`; none for a sample that is not encrypted.
std::vector<std::string> unlockOptions(const nlohmann::json& file, const std::filesystem::path& folder);

} // namespace loupe::test
