#pragma once

#include "support/temporary_file.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace loupe::test {

/// The names and shapes of a model's tensors. Written as a sparse safetensors file, whose values take no disk space.
class ModelHeader {
public:
    using Shape = std::vector<std::uint64_t>;
    struct Named {
        std::string name;
        Shape shape;
        std::string dtype;
    };

    ModelHeader& add(const std::string& name, const Shape& shape, const std::string& dtype = "BF16")
    {
        m_tensors.push_back({name, shape, dtype});
        return *this;
    }
    /// Adds a tensor for each number from `first` to `last`, which replaces "#" in the name.
    ModelHeader& each(
        int first, int last, const std::string& name, const Shape& shape, const std::string& dtype = "BF16")
    {
        for (int number = first; number <= last; ++number) {
            std::string one = name;
            one.replace(one.find('#'), 1, std::to_string(number));
            add(one, shape, dtype);
        }
        return *this;
    }
    ModelHeader& remove(const std::string& part)
    {
        std::erase_if(m_tensors, [&](const auto& tensor) { return tensor.name.find(part) != std::string::npos; });
        return *this;
    }
    template <typename Predicate>
    ModelHeader& removeIf(const Predicate& isOne)
    {
        std::erase_if(m_tensors, [&](const Named& tensor) { return isOne(tensor.name); });
        return *this;
    }
    std::size_t size() const { return m_tensors.size(); }
    ModelHeader& config(const nlohmann::json& config)
    {
        m_config = config;
        return *this;
    }
    ModelHeader& set(const std::string& key, const nlohmann::json& value)
    {
        m_config[key] = value;
        return *this;
    }
    /// Adds another file to the model's folder.
    ModelHeader& beside(const std::string& name, const std::string& content)
    {
        m_files.emplace_back(name, content);
        return *this;
    }
    ModelHeader& withoutConfig() { return config(nullptr); }

    /// Creates `folder`, writes the model and its configuration into it, and returns it.
    std::filesystem::path write(const std::filesystem::path& folder) const
    {
        std::filesystem::create_directories(folder);
        std::string text = "{"; // written directly: some models have tens of thousands of tensors
        std::uint64_t end = 0;
        for (const auto& [name, shape, dtype] : m_tensors) {
            std::uint64_t bytes = dtype == "F32" || dtype == "I32" || dtype == "U32" ? 4
                : dtype == "U8" || dtype == "I8" || dtype == "F8_E4M3"               ? 1
                                                                                     : 2;
            std::string sizes;
            for (const std::uint64_t size : shape) {
                bytes *= size;
                sizes.append(sizes.empty() ? "" : ",").append(std::to_string(size));
            }
            text.append(text.size() > 1 ? ",\"" : "\"").append(name).append("\":{\"dtype\":\"").append(dtype);
            text.append("\",\"shape\":[").append(sizes).append("],\"data_offsets\":[").append(std::to_string(end));
            text.append(",").append(std::to_string(end + bytes)).append("]}");
            end += bytes;
        }
        text += '}';
        const std::filesystem::path file = folder / "model.safetensors";
        const std::uint64_t length = text.size();
        std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(&length), sizeof length) << text;
        std::filesystem::resize_file(file, sizeof length + text.size() + end);
        if (!m_config.is_null())
            std::ofstream(folder / "config.json") << m_config.dump();
        for (const auto& [name, content] : m_files)
            std::ofstream(folder / name, std::ios::binary) << content;
        return folder;
    }

private:
    std::vector<Named> m_tensors;
    nlohmann::json m_config;
    std::vector<std::pair<std::string, std::string>> m_files;
};

/// Sizes of a decoder like Llama's.
struct DecoderSizes {
    int layers;
    std::uint64_t hidden;
    std::uint64_t heads;
    std::uint64_t keyHeads;
    std::uint64_t headSize;
    std::uint64_t feedForward;
    std::uint64_t vocabulary;
    std::uint64_t context;
    bool tied = false;
};

/// Uses the tensor names and configuration keys of transformers. Has no head norms and no biases.
inline ModelHeader llamaLike(const std::string& type, const DecoderSizes& one)
{
    ModelHeader model;
    const int last = one.layers - 1;
    const std::string layer = "model.layers.#.";
    model.add("model.embed_tokens.weight", {one.vocabulary, one.hidden})
        .each(0, last, layer + "input_layernorm.weight", {one.hidden})
        .each(0, last, layer + "self_attn.q_proj.weight", {one.heads * one.headSize, one.hidden})
        .each(0, last, layer + "self_attn.k_proj.weight", {one.keyHeads * one.headSize, one.hidden})
        .each(0, last, layer + "self_attn.v_proj.weight", {one.keyHeads * one.headSize, one.hidden})
        .each(0, last, layer + "self_attn.o_proj.weight", {one.hidden, one.heads * one.headSize})
        .each(0, last, layer + "post_attention_layernorm.weight", {one.hidden})
        .each(0, last, layer + "mlp.gate_proj.weight", {one.feedForward, one.hidden})
        .each(0, last, layer + "mlp.up_proj.weight", {one.feedForward, one.hidden})
        .each(0, last, layer + "mlp.down_proj.weight", {one.hidden, one.feedForward})
        .add("model.norm.weight", {one.hidden});
    if (!one.tied)
        model.add("lm_head.weight", {one.vocabulary, one.hidden});
    model.config({{"model_type", type}, {"num_hidden_layers", one.layers}, {"hidden_size", one.hidden},
        {"num_attention_heads", one.heads}, {"num_key_value_heads", one.keyHeads}, {"head_dim", one.headSize},
        {"intermediate_size", one.feedForward}, {"vocab_size", one.vocabulary},
        {"max_position_embeddings", one.context}, {"tie_word_embeddings", one.tied}});
    return model;
}

/// Replaces the feed-forward part of each layer by a router and `experts` experts of size `size`.
inline ModelHeader& withExperts(ModelHeader& model, const DecoderSizes& one, int experts, std::uint64_t size,
    const std::string& router, const std::string& expert, const std::array<std::string, 3>& gateUpDown)
{
    model.remove(".mlp.");
    for (int layer = 0; layer < one.layers; ++layer) {
        const std::string begin = "model.layers." + std::to_string(layer) + ".";
        model.add(begin + router, {std::uint64_t(experts), one.hidden})
            .each(0, experts - 1, begin + expert + gateUpDown[0], {size, one.hidden})
            .each(0, experts - 1, begin + expert + gateUpDown[1], {size, one.hidden})
            .each(0, experts - 1, begin + expert + gateUpDown[2], {one.hidden, size});
    }
    return model;
}

} // namespace loupe::test
