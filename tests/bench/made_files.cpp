#include "bench/made_files.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace loupe::test {

namespace {

/// Elements 8 x 8 of F32.
constexpr std::uint64_t tensorBytes = 256;

/// A name as in models, short enough that a million of them fit into a header of 100,000,000 bytes.
std::string tensorName(unsigned index, unsigned count)
{
    const std::string layer = "model.layers." + std::to_string(index / 16 % 128);
    const std::string number = std::to_string(index);
    return count >= 1'000'000 ? layer + ".w" + number : layer + ".self_attn.q_proj.weight." + number;
}

std::string framed(std::string header)
{
    header.resize((header.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = header.size();
    std::string file(8, '\0');
    std::memcpy(file.data(), &length, 8);
    return file + header;
}

std::string safetensorsHeader(unsigned count)
{
    std::string header = "{";
    for (unsigned i = 0; i < count; ++i) {
        const std::uint64_t begin = i * tensorBytes;
        header.append(i ? ",\"" : "\"").append(tensorName(i, count));
        header.append(R"(":{"dtype":"F32","shape":[8,8],"data_offsets":[)").append(std::to_string(begin));
        header.append(",").append(std::to_string(begin + tensorBytes)).append("]}");
    }
    return header + '}';
}

void appendVarint(std::string& bytes, std::uint64_t value)
{
    const std::size_t width = value <= 250 ? 0 : value <= 0xffff ? 2 : value <= 0xffffffff ? 4 : 8;
    if (width == 0) {
        bytes += static_cast<char>(value);
        return;
    }
    bytes += static_cast<char>(width == 2 ? 251 : width == 4 ? 252 : 253);
    bytes.append(reinterpret_cast<const char*>(&value), width);
}

std::string bintensorsHeader(unsigned count)
{
    std::string header(1, '\0');
    appendVarint(header, count);
    for (unsigned i = 0; i < count; ++i) {
        const std::string name = tensorName(i, count);
        appendVarint(header, name.size());
        header.append(name).append("\x0b\2\x08\x08");
        appendVarint(header, i * tensorBytes);
        appendVarint(header, (i + 1) * tensorBytes);
    }
    return header;
}

std::filesystem::path write(const TemporaryFolder& folder, std::string_view name, std::string header, unsigned count)
{
    const auto path = folder.write(name, framed(std::move(header)));
    std::filesystem::resize_file(path, std::filesystem::file_size(path) + count * tensorBytes);
    return path;
}

} // namespace

std::filesystem::path makeSafetensors(const TemporaryFolder& folder, unsigned count)
{
    return write(folder, std::to_string(count) + ".safetensors", safetensorsHeader(count), count);
}

std::filesystem::path makeBintensors(const TemporaryFolder& folder, unsigned count)
{
    return write(folder, std::to_string(count) + ".bt", bintensorsHeader(count), count);
}

} // namespace loupe::test
