#pragma once

#include "formats/opening/open_checkpoint.h"
#include "items/session/opened_checkpoint.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace loupe::test {

/// Opens a file for viewing. Returns null and fails the test if it cannot be opened.
inline OpenedCheckpointPtr openFile(const std::filesystem::path& path)
{
    auto opened = openForViewing(path, {});
    EXPECT_TRUE(opened.has_value()) << path;
    return opened ? *opened : nullptr;
}

/// Opens a file of tests/data.
inline OpenedCheckpointPtr openData(std::string_view relative)
{
    return openFile(dataPath(relative));
}

/// A copy of the first `size` bytes of a file of tests/data: "cut", with its suffix.
inline OpenedCheckpointPtr openCut(const TemporaryFolder& folder, std::string_view relative, std::uintmax_t size)
{
    const auto sample = dataPath(relative);
    const auto path = folder.path() / ("cut" + sample.extension().string());
    std::filesystem::copy_file(sample, path);
    std::filesystem::resize_file(path, size);
    return openFile(path);
}

} // namespace loupe::test
