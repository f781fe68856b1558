#pragma once

#include "app/cli/process.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

namespace loupe::test {

/// What a manifest knows of a tensor. Null, or empty, where it does not know.
struct KnownTensor {
    std::string name;
    std::string dtype; ///< as tloupe spells it
    nlohmann::json shape;
    nlohmann::json digest; ///< SHA-256 of the elements
    nlohmann::json stats;
    nlohmann::json entry; ///< as it stands in the manifest
};

/// A file to which a sample is converted, with the options that omit what the format of the target cannot hold.
struct ConversionTarget {
    std::string name;
    std::vector<std::string> convertOptions = {};
    std::vector<std::string> diffOptions = {};
    std::vector<std::string> dropped = {}; ///< tensors that only the sample has
};

/// A sample with what the program that wrote it says about it: the manifests of all formats in one form.
struct ManifestSample {
    std::string folder;
    std::string format; ///< as tloupe names it
    nlohmann::json file; ///< the manifest's entry
    std::vector<KnownTensor> tensors;
    bool listsAll = true; ///< whether `tensors` are all that tloupe lists
    bool isInFileOrder = false; ///< whether they are in the order of tloupe's list
    bool isReadable = true; ///< false where some tensors use a filter that nobody knows
    std::string allowedWarning = {}; ///< the finding that may be more than a note
    std::vector<ConversionTarget> targets = {};
    bool keepsMetadata = true; ///< whether a converted file has the same metadata
    bool convertsStored = false; ///< whether what is stored can be converted, too
    /// Checks of "info --json" that this format alone needs.
    void (*checkInfo)(const ManifestSample& sample, const nlohmann::json& info) = nullptr;

    std::string path() const { return folder + '/' + file["file"].get<std::string>(); }
    friend void PrintTo(const ManifestSample& sample, std::ostream* out) { *out << sample.path(); }
};

/// The sound samples of all manifests.
std::vector<ManifestSample> manifestSamples();

/// The manifest of tests/data/`folder`.
nlohmann::json readManifest(const std::string& folder);

/// Whether this build reads HDF5 files.
bool readsHdf5();

/// The options that unlock the sample, with its secret in a file in `folder`; none for a sample that is not encrypted.
std::vector<std::string> unlockOptions(const nlohmann::json& file, const std::filesystem::path& folder);

} // namespace loupe::test
