#pragma once

#include "adapters/adapter.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace loupe::test {

/// Makes adapters and bases of zeros from names and shapes.
class MadeAdapters : public testing::Test {
protected:
    struct Shape {
        std::string name;
        std::vector<std::uint64_t> shape;
    };

    std::shared_ptr<const Checkpoint> open(const std::vector<Shape>& shapes, const std::string& dtype = "F32")
    {
        std::vector<WantedTensor> tensors;
        for (const Shape& one : shapes) {
            std::string text;
            std::size_t count = 1;
            for (const std::uint64_t dimension : one.shape) {
                text += (text.empty() ? "" : ",") + std::to_string(dimension);
                count *= dimension;
            }
            tensors.push_back({one.name, dtype, '[' + text + ']', std::string(count * (dtype == "F32" ? 4 : 1), '\0')});
        }
        auto opened = openCheckpoint(m_folder.write(
            (m_name.empty() ? std::to_string(m_next++) : m_name) + ".safetensors", safetensorsOf(tensors)));
        EXPECT_TRUE(opened);
        return *opened;
    }

    std::shared_ptr<const Checkpoint> openBase(const std::vector<Shape>& shapes)
    {
        m_name = "base" + std::to_string(m_next++);
        return open(shapes);
    }

    /// Opens the adapter with `config` as adapter_config.json next to it.
    std::shared_ptr<const Checkpoint> openWith(const std::string& config, const std::vector<Shape>& shapes)
    {
        m_folder.write("adapter_config.json", config);
        m_name = "adapter_model";
        return open(shapes);
    }

private:
    TemporaryFolder m_folder;
    std::string m_name;
    int m_next = 0;
};

} // namespace loupe::test
