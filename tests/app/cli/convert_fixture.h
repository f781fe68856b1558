#pragma once

#include "app/cli/process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

namespace loupe::test {

class ConvertTest : public testing::Test {
protected:
    /// Runs `tloupe convert` on a sample, in the folder.
    Outcome convert(const std::string& sample, std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), {"convert", dataPath(sample)});
        return tloupe(std::move(arguments), m_folder.path());
    }
    nlohmann::json info(const std::string& path) const
    {
        return tloupe({"info", "--json", path}, m_folder.path()).json();
    }
    std::string digest(const std::filesystem::path& path) const
    {
        return tloupe({"hash", "--algorithm", "sha256", "--json", path}, m_folder.path()).json()["files"][0]["digest"];
    }

    TemporaryFolder m_folder;
};

} // namespace loupe::test
