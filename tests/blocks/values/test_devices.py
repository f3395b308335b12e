"""Devices, as frames and blocks name them."""

from blockloom.blocks.cluster import is_device, task_of


def test_devices_name_tasks():
    for device in ("/job:ps/task:0", "/cpu:0", "/job:a/replica:0/task:1/device:GPU:0", "/device:CPU:*"):
        assert is_device(device)
    assert task_of("/job:ps/replica:0/task:12/device:CPU:0") == ("ps", 12)
    assert task_of("/job:worker") == ("worker", None)
    assert task_of("/device:CPU:0/task:1/job:ps") == ("ps", 1)
    assert task_of("/device:CPU:0") is None
