// Signs one S3 request. Reads a case from standard input, with the same fields as in tests/data/remote/sigv4.json, and
// prints an object with the result fields of a case, such as "signed_request_headers".

#include "support/signing_case.h"

#include <iostream>

int main()
{
    try {
        const auto answer = loupe::test::signedCase(nlohmann::json::parse(std::cin));
        if (answer) {
            std::cout << answer->dump(1) << '\n';
            return 0;
        }
        std::cerr << describe(answer.error()) << '\n';
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
    }
    return 2;
}
