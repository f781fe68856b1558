#include "remote/http/http_document.h"

#include "core/remote/remote_wait.h"
#include "core/stop_scope.h"
#include "core/text/text.h"
#include "remote/http/http_fetch.h"

#include <condition_variable>
#include <mutex>

namespace loupe::remote {

namespace {

class DocumentTarget final : public FetchTarget {
public:
    explicit DocumentTarget(std::size_t most)
        : m_most(most)
    {
    }

    Result<HttpDocument> wait(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        if (!m_finished.wait(lock, stop, [this] { return m_result.has_value(); }))
            return loupe::fail(ErrorCode::Stopped, "stopped");
        if (!*m_result)
            return loupe::fail(std::move(m_result->error()));
        return std::move(m_document);
    }

    std::optional<ByteRange> missing() const override { return std::nullopt; }
    Result<> begin(const HttpAnswer& answer) override
    {
        if (answer.status != 200)
            return loupe::fail(ErrorCode::Io, "the server answers " + std::to_string(answer.status) + ", expected 200");
        m_document = {.answer = answer, .text = {}};
        m_size = parseNumber(answer.header("content-length"));
        return {};
    }
    Result<> take(std::span<const std::byte> bytes) override
    {
        if (bytes.size() > m_most - m_document.text.size()) {
            return loupe::fail(ErrorCode::TooLarge,
                "the server's answer is longer than " + formatBytes(m_most) + ", which is too much");
        }
        m_document.text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return {};
    }
    bool isComplete() const override { return !m_size || m_document.text.size() == *m_size; }
    void finish(Result<> result) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_result = std::move(result);
        }
        m_finished.notify_all();
    }

private:
    const std::size_t m_most;
    HttpDocument m_document; ///< used by the transport's thread until the end
    std::optional<std::uint64_t> m_size; ///< nothing if the server does not report it
    std::mutex m_mutex;
    std::condition_variable_any m_finished;
    std::optional<Result<>> m_result;
};

} // namespace

Result<HttpDocument> fetchDocument(HttpClient& client, std::shared_ptr<HttpPlace> place, std::size_t most)
{
    const auto target = std::make_shared<DocumentTarget>(most);
    const auto fetch = HttpFetch::start(client, std::move(place), target);
    const RemoteWait wait;
    auto document = target->wait(StopScope::current());
    if (!document && document.error().code == ErrorCode::Stopped)
        fetch->cancel();
    return document;
}

} // namespace loupe::remote
