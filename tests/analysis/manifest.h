#pragma once

#include "core/checkpoint.h"
#include "support/test_data.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace loupe::test {

/// A file of a manifest, with a checkpoint that is built from the manifest alone, without our readers.
struct ManifestFile {
    std::string path; ///< relative to tests/data
    nlohmann::json json;
    std::vector<nlohmann::json> tensors; ///< indexed like the checkpoint's tensors
    std::shared_ptr<const Checkpoint> checkpoint;
};

inline std::vector<ManifestFile> manifestFiles(const std::string& folder)
{
    std::ifstream stream(dataPath(folder) / "manifest.json");
    const auto manifest = nlohmann::json::parse(stream);
    std::vector<ManifestFile> files;
    for (const auto& json : manifest["files"]) {
        ManifestFile file;
        file.path = folder + "/" + json["file"].get<std::string>();
        file.json = json;
        auto arena = std::make_shared<Arena>();
        auto checkpoint = std::make_shared<Checkpoint>();
        auto source = Source::open(dataPath(file.path));
        if (!source) {
            ADD_FAILURE() << describe(source.error());
            continue;
        }
        checkpoint->files.emplace_back().source = *source;
        checkpoint->files.front().path = dataPath(file.path);
        for (const char* key : {"tensors", "tensors_in_file_order", "tensors_in_index_order"}) {
            if (!json.contains(key))
                continue;
            for (const auto& one : json[key]) {
                const auto shape = one["shape"].get<std::vector<std::uint64_t>>();
                const auto begin = one["file_offset"].get<std::uint64_t>();
                Tensor tensor;
                tensor.name = arena->copy(one["name"].get<std::string>());
                tensor.shape = arena->copy(std::span<const std::uint64_t>(shape));
                tensor.bytes = {begin, begin + one["nbytes"].get<std::uint64_t>()};
                tensor.dtype = dtypeFromName(one["dtype"].get<std::string>()).value_or(DType::Opaque);
                checkpoint->tensors.push_back(tensor);
                file.tensors.push_back(one);
            }
        }
        checkpoint->arenas.push_back(std::move(arena));
        file.checkpoint = std::move(checkpoint);
        files.push_back(std::move(file));
    }
    return files;
}

} // namespace loupe::test
