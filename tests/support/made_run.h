#pragma once

#include "support/compared_pair.h"
#include "support/temporary_file.h"

#include <limits>
#include <string>

namespace loupe::test {

/// The folder of a training run with files `step-N.safetensors`, from N = 1 on. Each has the tensors "layers.0.w" = (N,
/// 0), whose norm, mean and change are N, N / 2 and 1 / (N - 1), and "layers.1.w" = (1, -1, 2). From step `firstNan`
/// on, the last element of "layers.1.w" is NaN.
class MadeRun {
public:
    MadeRun(int steps, int firstNan)
    {
        for (int step = 1; step <= steps; ++step)
            write(step, step >= firstNan);
    }

    void write(int step, bool hasNan) const
    {
        const float last = hasNan ? std::numeric_limits<float>::quiet_NaN() : 2;
        m_folder.write(name(step),
            safetensorsOf({{"layers.0.w", "F32", "[2]", packedBytes<float>({float(step), 0})},
                {"layers.1.w", "F32", "[3]", packedBytes<float>({1, -1, last})}}));
    }
    /// Truncates the file of this step after its header.
    void cutOff(int step) const
    {
        const auto path = m_folder.path() / name(step);
        std::filesystem::resize_file(path, std::filesystem::file_size(path) - 20);
    }
    const std::filesystem::path& path() const { return m_folder.path(); }
    static std::string name(int step) { return "step-" + std::to_string(step) + ".safetensors"; }

private:
    TemporaryFolder m_folder;
};

} // namespace loupe::test
