#pragma once

#include "support/compared_pair.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe::test {

/// Texts that must be shown literally. They try to act as markup, define a mnemonic, break a line, change the reading
/// direction, hide themselves, or be a formula.
inline const std::vector<std::string>& hostileTexts()
{
    static const std::vector<std::string> texts{"<img src=x onerror=y>", "<b>bold</b>", "a&b&c", "line\nbreak",
        "back\xe2\x80\xae"
        "gpj.exe",
        "\x01\x1b[31mred\x7f", "=1+2", "%1 %2 %n", "[*]"};
    return texts;
}

/// The text as a JSON string.
inline std::string jsonText(const std::string& text)
{
    std::string json = "\"";
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte < 0x20) {
            constexpr const char* digits = "0123456789abcdef";
            json += std::string("\\u00") + digits[byte >> 4] + digits[byte & 15];
        } else {
            if (character == '"' || character == '\\')
                json += '\\';
            json += character;
        }
    }
    return json + '"';
}

/// A file whose tensors, groups, metadata and file name all use these texts.
inline std::filesystem::path writeHostileNames(const TemporaryFolder& folder, float value = 1)
{
    std::vector<WantedTensor> tensors;
    std::string metadata = "{";
    for (const std::string& text : hostileTexts()) {
        const std::string quoted = jsonText(text);
        const std::string bare = quoted.substr(1, quoted.size() - 2);
        tensors.push_back({bare, "F32", "[2]", packedBytes<float>({value, -2})});
        tensors.push_back({"group." + bare + ".one", "F32", "[2,2]", packedBytes<float>({1, value, 3, 4})});
        tensors.push_back({"group." + bare + ".two", "BF16", "[2]", std::string(4, 'x')});
        metadata += quoted + ':' + quoted + ',';
    }
    metadata.back() = '}';
    const std::string name = value == 1 ? "<img src=x> a&b [*]\n\xe2\x80\xaetxet.safetensors" : "<b>B&\n.safetensors";
    return folder.write(name, safetensorsOf(tensors, metadata));
}

/// A file with a tensor name of a million characters.
inline std::filesystem::path writeLongName(const TemporaryFolder& folder)
{
    const std::string name(1'000'000, 'n');
    return folder.write("long-name.safetensors",
        safetensorsOf({{name, "F32", "[2]", packedBytes<float>({1, 2})}, {"short", "U8", "[3]", "xyz"}},
            "{\"" + name + "\":\"" + name + "\"}"));
}

inline std::filesystem::path writeManyTensors(const TemporaryFolder& folder, int count)
{
    std::vector<WantedTensor> tensors;
    tensors.reserve(std::size_t(count));
    for (int i = 0; i < count; ++i)
        tensors.push_back(
            {"model.layers." + std::to_string(i / 100) + ".part." + std::to_string(i % 100), "U8", "[1]", "x"});
    return folder.write("many.safetensors", safetensorsOf(tensors));
}

/// A file with deeply nested groups.
inline std::filesystem::path writeDeepNames(const TemporaryFolder& folder)
{
    std::string name;
    for (int level = 0; level < 5000; ++level)
        name += "g.";
    return folder.write(
        "deep.safetensors", safetensorsOf({{name + "end", "U8", "[1]", "x"}, {"top", "U8", "[1]", "y"}}));
}

/// A sparse file with one tensor that takes longer to read than any test waits.
inline std::filesystem::path writeEndless(const TemporaryFolder& folder)
{
    constexpr std::uint64_t elements = std::uint64_t{1} << 40;
    std::string header = R"({"large":{"dtype":"U8","shape":[)" + std::to_string(elements) + R"(],"data_offsets":[0,)"
        + std::to_string(elements) + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string content(8, '\0');
    content[0] = static_cast<char>(header.size());
    const auto path = folder.write("large.safetensors", content + header);
    std::filesystem::resize_file(path, 8 + header.size() + elements);
    return path;
}

} // namespace loupe::test
