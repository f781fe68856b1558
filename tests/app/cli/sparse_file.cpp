#include "app/cli/sparse_file.h"

#include <filesystem>

namespace loupe::test {

std::string writeSparseFile(const TemporaryFolder& folder, std::uint64_t bytes)
{
    std::string header = R"({"zeros":{"dtype":"U8","shape":[)" + std::to_string(bytes) + R"(],"data_offsets":[0,)"
        + std::to_string(bytes) + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string start(8, '\0');
    for (std::size_t i = 0; i < 8; ++i)
        start[i] = static_cast<char>(header.size() >> (8 * i));
    const auto path = folder.write("sparse.safetensors", start + header);
    std::filesystem::resize_file(path, start.size() + header.size() + bytes);
    return path;
}

} // namespace loupe::test
