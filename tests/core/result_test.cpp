#include "core/result.h"

#include <cerrno>
#include <set>

namespace loupe {
namespace {

TEST(Error, SaysWhatWhereAndWhichByte)
{
    EXPECT_EQ(
        describe({ErrorCode::Malformed, "is odd, expected even", "a.bt", 12}), "a.bt: is odd, expected even (byte 12)");
    EXPECT_EQ(describe({ErrorCode::Malformed, "is odd", "", {}}), "is odd");
}

TEST(Error, EveryCodeHasANameOfItsOwn)
{
    std::set<std::string_view> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::Stopped); ++code)
        EXPECT_TRUE(names.insert(errorCodeName(static_cast<ErrorCode>(code))).second);
}

TEST(Error, SystemErrorsKeepTheSystemsReason)
{
    const Error error = systemError(EACCES, "cannot open", "x");
    EXPECT_EQ(error.code, ErrorCode::PermissionDenied);
    EXPECT_EQ(error.message, "cannot open: Permission denied");
    EXPECT_EQ(systemError(ENOENT, "", "").code, ErrorCode::NotFound);
    EXPECT_EQ(systemError(EIO, "", "").code, ErrorCode::Io);
}

} // namespace
} // namespace loupe
