#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace loupe::test {

/// A dataset of little-endian 32-bit floats: element i is (i * factor) % 1000.
struct WantedDataset {
    std::string name; ///< with the groups, which are created: "layers/0/kernel"
    std::vector<std::uint64_t> shape;
    std::vector<std::uint64_t> chunk; ///< empty if the dataset is contiguous
    bool isCompressed = false; ///< with deflate; only for chunked datasets
    std::uint64_t factor = 1;
    std::string attribute; ///< the text of an attribute "note"; empty if there is none
};

float hdf5Value(const WantedDataset& dataset, std::uint64_t element);

/// Writes the datasets with libhdf5, in this order. Returns the number of bytes that the values of each take in the
/// file. Throws on failure.
std::vector<std::uint64_t> writeHdf5(const std::filesystem::path& path, const std::vector<WantedDataset>& datasets);

} // namespace loupe::test
