// HDF5 files need libhdf5, which a build may lack.

#include "app/cli/manifest_sample.h"
#include "app/cli/process.h"

#include <gtest/gtest.h>

#include <string>

namespace loupe::test {

using nlohmann::json;

TEST(Hdf5Formats, IsEitherReadOrNamedAsLeftOut)
{
    const json listed = tloupe({"formats", "--json"}).json();
    int times = 0;
    for (const char* const list : {"formats", "left_out"}) {
        for (const json& format : listed[list]) {
            if (format["id"] != "hdf5")
                continue;
            ++times;
            EXPECT_EQ(format["suffixes"], json({".h5", ".hdf5", ".keras"}));
            if (list == std::string("left_out")) {
                EXPECT_EQ(format["missing"], "libhdf5");
            }
        }
    }
    EXPECT_EQ(times, 1);
    EXPECT_EQ(tloupe({"formats"}).out.find("built without libhdf5") != std::string::npos, !readsHdf5());
}

} // namespace loupe::test
